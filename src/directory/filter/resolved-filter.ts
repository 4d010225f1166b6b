import type { AttributePath } from '../attributes/attribute-path.js';
import type { ComparisonOperator } from './attribute-filter.js';

/** A literal that fits its attribute: a text, a number, a boolean, or an instant as its sortable key. */
export type Literal = string | number | boolean;

/** A comparison whose attribute is known and whose literal fits it. */
export interface ResolvedComparison {
  readonly kind: 'compare';
  readonly path: AttributePath;
  readonly operator: ComparisonOperator;
  readonly literal: Literal;
}

/** A filter whose names are found in the schemas and whose literals are typed. */
export type ResolvedFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ResolvedFilter[] }
  | { readonly kind: 'not'; readonly filter: ResolvedFilter }
  | ResolvedComparison
  | { readonly kind: 'present'; readonly path: AttributePath }
  | { readonly kind: 'extension'; readonly urn: string }
  | { readonly kind: 'element'; readonly path: AttributePath; readonly where: ResolvedFilter }
  | { readonly kind: 'constant'; readonly value: boolean };
