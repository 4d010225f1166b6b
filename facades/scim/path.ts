import { badRequest } from './errors.js';
import { FilterParser } from './filter-parser.js';
import { TextSyntaxError } from './filter-tokens.js';
import type { AttributeFilter } from './inputs.js';

/** What a PATCH path points at (RFC 7644 §3.5.2, figure 7). */
export interface PatchPath {
  readonly attribute: string;
  readonly where?: AttributeFilter;
  readonly subAttribute?: string;
}

/** Reads the text of a PATCH `path`; 400 `invalidPath` with the position when it is none. */
export function parsePath(text: string): PatchPath {
  try {
    return new FilterParser(text).path();
  } catch (error) {
    if (error instanceof TextSyntaxError) {
      throw badRequest(
        'invalidPath',
        `The path ${JSON.stringify(text.slice(0, 200))} is not valid. ${error.message}.`,
      );
    }
    throw error;
  }
}
