import type { JsonValue } from '../../src/directory/attributes/attribute-document.js';
import type { EditOperation } from '../../src/directory/edits/attribute-edit.js';
import type { ComparisonOperator } from '../../src/directory/filter/attribute-filter.js';

/**
 * The variables of the provisioning operations as this facade writes them: the shapes of the GraphQL
 * inputs `AttributeFilterInput`, `AttributeEditInput` and `ProjectionInput`, narrowed to the forms that occur.
 */

/** A literal of a filter: JSON without arrays and objects (RFC 7644 §3.4.2.2 `compValue`). */
export type Literal = string | number | boolean | null;

export interface AttributeComparison {
  readonly attribute: string;
  readonly operator: ComparisonOperator;
  readonly value: Literal;
}

/** Exactly one branch of `AttributeFilterInput`. */
export type AttributeFilter =
  | { readonly and: readonly AttributeFilter[] }
  | { readonly or: readonly AttributeFilter[] }
  | { readonly not: AttributeFilter }
  | { readonly compare: AttributeComparison }
  | { readonly present: string }
  | { readonly element: { readonly attribute: string; readonly where: AttributeFilter } };

/** One change of one attribute; `value` is left out by a removal without a value list alone. */
export interface AttributeEdit {
  readonly operation: EditOperation;
  readonly attribute: string;
  readonly where?: AttributeFilter;
  readonly subAttribute?: string;
  readonly value?: JsonValue;
  readonly fromPathless?: boolean;
}

/** Which attributes an answer holds; at most one of the two lists is given. */
export interface Projection {
  readonly attributes?: readonly string[];
  readonly excludedAttributes?: readonly string[];
}
