import { z } from 'zod';
import type { Problem } from '../errors.js';
import { problemsOfIssues } from '../problems.js';
import { findJsonProblems, isJsonObject, type JsonObject } from './version-json.js';
import { findStructureProblems } from './version-structure.js';

/** A definition with more problems than this is answered with the first ones and a count of the rest. */
const MAX_PROBLEMS = 200;

const text = z.string().min(1, 'must not be empty');
const label = text.max(255, 'must have at most 255 characters');
const json = z.custom<JsonObject>(isJsonObject, 'must be a JSON object');
const order = z.number();
/** An absent reference may also be sent as null; it is stored as absent. */
const reference = label
  .nullish()
  .transform((value) => value ?? undefined)
  .optional();

const component = z.strictObject({
  id: label,
  name: label,
  type: label,
  parentId: reference,
  order,
  layout: json,
  properties: json,
});

const page = z.strictObject({
  id: label,
  name: label,
  handle: label,
  order,
  components: z.array(component),
});

const query = z.strictObject({
  id: label,
  name: label,
  kind: z.enum(['sql', 'javascript', 'rest']),
  dataSourceId: reference,
  source: z.string(),
  options: json,
});

const definition = z.strictObject({
  formatVersion: z.literal(1),
  settings: json,
  pages: z.array(page),
  queries: z.array(query),
});

/** A component of a page; `parentId` names another component of the same page. */
export type ComponentDefinition = z.output<typeof component>;
/** A page with its components as a flat list; nesting is told by their `parentId`. */
export type PageDefinition = z.output<typeof page>;
/** A query; `source` is the SQL, JavaScript or URL text and `dataSourceId` a reference, never a credential. */
export type QueryDefinition = z.output<typeof query>;
/** All that a version of an app consists of; it never changes once the version exists. */
export type VersionDefinition = z.output<typeof definition>;

/**
 * Checks an unknown value against the format and reports all that is wrong with it at once. `root` names the
 * value in the problems' paths.
 */
export function validateVersionDefinition(
  value: unknown,
  root = 'definition',
): { readonly definition: VersionDefinition } | { readonly problems: readonly Problem[] } {
  const parsed = definition.safeParse(value, { error: explain });
  const problems = [
    ...problemsOfIssues(parsed.error?.issues ?? [], [root]),
    ...findStructureProblems(value, root),
    ...findJsonProblems(value, [root]),
  ];
  if (parsed.success && problems.length === 0) return { definition: parsed.data };
  return { problems: firstOf(problems, root) };
}

function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys') return undefined;
  if (issue.input === undefined) return 'is required';
  if (issue.code === 'invalid_type') return `must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((v) => JSON.stringify(v)).join(' or ')}`;
  return undefined;
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

function firstOf(problems: readonly Problem[], root: string): readonly Problem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const rest = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), { path: root, message: `has ${rest} more problems` }];
}
