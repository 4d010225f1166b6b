import type { JsonValue } from '../attributes/attribute-document.js';

/** The comparisons of RFC 7644 §3.4.2.2; `pr` is a form of its own. */
export type ComparisonOperator = 'EQ' | 'NE' | 'CO' | 'SW' | 'EW' | 'GT' | 'GE' | 'LT' | 'LE';

/** One comparison of an attribute, named in any letter case, with a literal. */
export interface AttributeComparison {
  readonly attribute: string;
  readonly operator: ComparisonOperator;
  readonly value?: JsonValue | undefined;
}

/** A condition that one and the same element of a multi-valued attribute must meet. */
export interface ElementCondition {
  readonly attribute: string;
  readonly where: AttributeFilter;
}

/** A filter as it arrives: exactly one of the fields is set. */
export interface AttributeFilter {
  readonly and?: readonly AttributeFilter[] | null | undefined;
  readonly or?: readonly AttributeFilter[] | null | undefined;
  readonly not?: AttributeFilter | null | undefined;
  readonly compare?: AttributeComparison | null | undefined;
  readonly present?: string | null | undefined;
  readonly element?: ElementCondition | null | undefined;
}
