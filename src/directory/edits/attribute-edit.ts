import type { JsonValue } from '../attributes/attribute-document.js';
import type { AttributePath } from '../attributes/attribute-path.js';
import type { AttributeFilter } from '../filter/attribute-filter.js';
import type { ResolvedFilter } from '../filter/resolved-filter.js';

/** The operations of RFC 7644 §3.5.2. */
export type EditOperation = 'ADD' | 'REMOVE' | 'REPLACE';

/** One edit as it arrives; the attribute is named in any letter case, or by a schema's URN alone. */
export interface AttributeEdit {
  readonly operation: EditOperation;
  readonly attribute?: string | null | undefined;
  /** Restricts the edit to the matching elements of a multi-valued attribute. */
  readonly where?: AttributeFilter | null | undefined;
  readonly subAttribute?: string | null | undefined;
  /** Absent is not the same as null: null unassigns. */
  readonly value?: JsonValue | undefined;
  /** The edit was one key of a value without a path: what clients may not write is passed over. */
  readonly fromPathless?: boolean | null | undefined;
}

/** An edit whose names are found in the schemas. */
export interface ResolvedEdit {
  readonly operation: EditOperation;
  readonly path: AttributePath;
  readonly where?: ResolvedFilter;
  readonly value?: JsonValue | undefined;
}

/** Whether a removal takes everything. One with an empty list names nothing, and takes nothing. */
export function removesAll({ operation, value }: ResolvedEdit): boolean {
  return operation === 'REMOVE' && (value === undefined || value === null);
}

/** The removal of all attributes of an extension. */
export interface ExtensionRemoval {
  readonly operation: 'REMOVE';
  readonly extension: string;
}
