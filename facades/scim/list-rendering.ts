import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import { urns } from './urns.js';

/** The body of every list and search answer (RFC 7644 §3.4.2); `Resources` is there even when it is empty. */
export const renderList = (resources: readonly JsonObject[], totalResults: number, startIndex: number) => ({
  schemas: [urns.listResponse],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
