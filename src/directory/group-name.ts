import { DomainError } from '../errors.js';
import { lowerCase } from '../letter-case.js';
import { parseName } from '../names.js';
import { roles } from './user.entity.js';

/** Two group names with one key are the same name: NFKC, case-folded, trimmed. */
export function groupNameKey(name: string): string {
  return foldGroupName(name).trim();
}

/** A part of a group name as it stands in the key, for `contains` and the like. */
export function foldGroupName(text: string): string {
  // ECMAScript has no case folding; upper then lower folds what lower alone leaves apart (ß, final ς).
  return lowerCase(text.normalize('NFKC').toUpperCase()).normalize('NFKC');
}

/** True for the names of the three role groups, in any spelling that would count as the same. */
export function isRoleName(name: string): boolean {
  return (roles as readonly string[]).includes(groupNameKey(name));
}

/** Checks the domain's own rule for a group's name (1–255 printable code points, no role name) and trims it. */
export function parseGroupName(name: string): string {
  const trimmed = parseName(name, 'name');
  if (isRoleName(trimmed)) {
    throw DomainError.of('GROUP_NAME_RESERVED', { name: trimmed });
  }
  return trimmed;
}
