import { DomainError } from '../errors.js';
import { parseName } from '../names.js';

/** A word of rules that stands for the released version of an app wherever it runs. */
const RESERVED = 'released';

/** Checks the name of an environment (a name as any other, but not the rules' word `released`) and trims it. */
export function parseEnvironmentName(name: string): string {
  const trimmed = parseName(name, 'name');
  if (trimmed.toLowerCase() === RESERVED) {
    throw DomainError.of('VALIDATION_FAILED', {
      problems: [{ path: 'name', message: `must not be the reserved word ${RESERVED}` }],
    });
  }
  return trimmed;
}
