import { badRequest } from './errors.js';
import { type FilterOptions, FilterParser } from './filter-parser.js';
import { TextSyntaxError } from './filter-tokens.js';
import type { AttributeFilter } from './inputs.js';

/** Reads the text of a `filter` parameter; 400 `invalidFilter` with the position when it is none. */
export function parseFilter(text: string, options: FilterOptions = {}): AttributeFilter {
  try {
    return new FilterParser(text, options).filter();
  } catch (error) {
    if (error instanceof TextSyntaxError)
      throw badRequest('invalidFilter', `The filter is not valid. ${error.message}.`);
    throw error;
  }
}
