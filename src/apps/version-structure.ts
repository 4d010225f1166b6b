import type { Problem } from '../errors.js';
import { problemPath } from '../problems.js';
import { isJsonObject } from './version-json.js';

/**
 * Finds ids used twice, parents that do not exist and cycles of parents. It reads whatever part of the value has
 * the right shape, so that these problems are told together with those of the shape.
 */
export function findStructureProblems(value: unknown, root: string): Problem[] {
  const pages = itemsOf(value, 'pages');
  return [
    ...findDuplicates(pages, [root, 'pages']),
    ...findDuplicates(itemsOf(value, 'queries'), [root, 'queries']),
    ...pages.flatMap((page, index) => {
      const components = itemsOf(page, 'components');
      const path = [root, 'pages', index, 'components'];
      return [...findDuplicates(components, path), ...findParentProblems(components, path)];
    }),
  ];
}

function findDuplicates(items: readonly unknown[], path: readonly PropertyKey[]): Problem[] {
  const firstIndex = new Map<string, number>();
  return items.flatMap((item, index) => {
    const id = textOf(item, 'id');
    if (id === undefined) return [];
    const first = firstIndex.get(id);
    if (first === undefined) {
      firstIndex.set(id, index);
      return [];
    }
    return [
      {
        path: problemPath([...path, index, 'id']),
        message: `is already the id of ${problemPath([...path, first])}`,
      },
    ];
  });
}

function findParentProblems(components: readonly unknown[], path: readonly PropertyKey[]): Problem[] {
  const problems: Problem[] = [];
  const parents = new Map<string, { parent: string | undefined; index: number }>();
  components.forEach((component, index) => {
    const id = textOf(component, 'id');
    if (id !== undefined && !parents.has(id))
      parents.set(id, { parent: textOf(component, 'parentId'), index });
  });
  const at = (index: number) => problemPath([...path, index, 'parentId']);

  components.forEach((component, index) => {
    const parent = textOf(component, 'parentId');
    if (parent !== undefined && !parents.has(parent)) {
      problems.push({ path: at(index), message: `names "${parent}", which is no component of this page` });
    }
  });

  // Every component is followed upwards once; a walk that ends on one of its own steps has found a cycle.
  const walkOf = new Map<string, number>();
  for (const [start, { index: walk }] of parents) {
    let id: string | undefined = start;
    let advanced = false;
    while (id !== undefined && parents.has(id) && !walkOf.has(id)) {
      walkOf.set(id, walk);
      id = parents.get(id)?.parent;
      advanced = true;
    }
    const end = id === undefined ? undefined : parents.get(id);
    if (advanced && end && id !== undefined && walkOf.get(id) === walk) {
      problems.push({ path: at(end.index), message: 'is part of a cycle of parents' });
    }
  }
  return problems;
}

function itemsOf(value: unknown, key: string): readonly unknown[] {
  const items = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(items) ? items : [];
}

function textOf(value: unknown, key: string): string | undefined {
  const text = isJsonObject(value) ? value[key] : undefined;
  return typeof text === 'string' ? text : undefined;
}
