import type { DocumentNode, FieldNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { DomainError } from '../../src/errors.js';
import { type DocumentLimits, exceeded } from './document-limits.js';

/**
 * How often one name may be selected, and how many fragments there may be: validation compares every
 * selection of a name with every other one, and every fragment with every other one.
 */
const MAX_REPETITIONS = 200;
const MAX_FRAGMENTS = 100;

/**
 * Throws GRAPHQL_LIMIT_EXCEEDED for a document with too many aliases, fragments or repetitions, and
 * GRAPHQL_VALIDATION_FAILED for fragments in a circle, in which validation would run until its stack is full.
 */
export function checkText(document: DocumentNode, limits: Pick<DocumentLimits, 'maxAliases'>): void {
  const fragments = document.definitions.filter((definition) => definition.kind === 'FragmentDefinition');
  if (fragments.length > MAX_FRAGMENTS) {
    throw exceeded('fragments', MAX_FRAGMENTS);
  }
  let aliases = 0;
  const repetitions = new Map<string, number>();
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition) || !definition.selectionSet) {
      continue;
    }
    for (const field of fieldsOf(definition.selectionSet)) {
      const name = (field.alias ?? field.name).value;
      repetitions.set(name, (repetitions.get(name) ?? 0) + 1);
      aliases += field.alias ? 1 : 0;
    }
  }
  if (aliases > limits.maxAliases) {
    throw exceeded('aliases', limits.maxAliases);
  }
  if (Math.max(0, ...repetitions.values()) > MAX_REPETITIONS) {
    throw exceeded('selections of one name', MAX_REPETITIONS);
  }
  refuseCircles(fragments);
}

function refuseCircles(fragments: readonly FragmentDefinitionNode[]): void {
  const spreads = new Map(
    fragments.map(({ name, selectionSet }) => [name.value, [...spreadsOf(selectionSet)]]),
  );
  const safe = new Set<string>();
  const visit = (name: string, path: readonly string[]) => {
    if (path.includes(name)) {
      const reason = `The fragment "${name}" is spread within itself.`;
      throw DomainError.of('GRAPHQL_VALIDATION_FAILED', { reason });
    }
    if (safe.has(name)) {
      return;
    }
    for (const spread of spreads.get(name) ?? []) {
      visit(spread, [...path, name]);
    }
    safe.add(name);
  };
  for (const name of spreads.keys()) {
    visit(name, []);
  }
}

function* fieldsOf(set: SelectionSetNode): Generator<FieldNode> {
  for (const selection of set.selections) {
    if (selection.kind === 'Field') {
      yield selection;
    }
    if (selection.kind !== 'FragmentSpread' && selection.selectionSet) {
      yield* fieldsOf(selection.selectionSet);
    }
  }
}

function* spreadsOf(set: SelectionSetNode): Generator<string> {
  for (const selection of set.selections) {
    if (selection.kind === 'FragmentSpread') {
      yield selection.name.value;
    } else if (selection.selectionSet) {
      yield* spreadsOf(selection.selectionSet);
    }
  }
}
