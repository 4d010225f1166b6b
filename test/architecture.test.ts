import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
/** Lower layers know nothing of higher ones. */
const LAYERS = ['src', 'schema', 'facades'];
/** The composition root, and the command line, see every layer. */
const MAY_LOOK_UP = new Set(['src/app.ts', 'src/main.ts', 'src/start.ts', 'src/database/open-orm.ts']);
/** The one file outside the layers that they may import: entities and drivers, named at the top level. */
const ORM_CONFIG = 'mikro-orm.config.ts';

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = LAYERS.flatMap((layer) => globSync(`${layer}/**/*.ts`, { cwd: ROOT }));
const imports = files.flatMap(importsOf);

function importsOf(from: string): Import[] {
  const text = readFileSync(join(ROOT, from), 'utf8');
  const specifiers = text.matchAll(
    /(?:^|\n)\s*(?:import|export)[^'"]*?from\s*['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]\s*\)|(?:^|\n)import\s*['"](\.[^'"]+)['"]/g,
  );
  return [...specifiers].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3]) as string;
    const target = resolve(ROOT, dirname(from), specifier.replace(/\.js$/, '.ts'));
    return { from, to: relative(ROOT, target).split(sep).join('/') };
  });
}

const layerOf = (file: string) => LAYERS.indexOf(file.split('/')[0] as string);
const areaOf = (file: string) => file.split('/').slice(0, 2).join('/');

test('the reader of imports sees them', () => {
  expect(imports.length).toBeGreaterThan(200);
  expect(imports).toContainEqual({ from: 'src/main.ts', to: 'src/start.ts' });
});

test('imports point from facades to schema to src', () => {
  const upward = imports.filter(
    ({ from, to }) => !MAY_LOOK_UP.has(from) && to !== ORM_CONFIG && layerOf(to) > layerOf(from),
  );
  expect(upward).toEqual([]);
});

test('nothing of the layers imports from outside them, but the ORM configuration', () => {
  expect(imports.filter(({ to }) => layerOf(to) < 0 && to !== ORM_CONFIG)).toEqual([]);
  expect(imports.filter(({ from, to }) => to === ORM_CONFIG && from !== 'src/database/open-orm.ts')).toEqual(
    [],
  );
});

test('areas of src form no cycles', () => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    // Type imports that only name an entity or a record still tie rooms together: they count.
    if (from.split('/').length > 2 && to.split('/').length > 2 && layerOf(from) === 0 && layerOf(to) === 0) {
      if (areaOf(from) !== areaOf(to)) {
        edges.set(areaOf(from), (edges.get(areaOf(from)) ?? new Set()).add(areaOf(to)));
      }
    }
  }
  const cycles: string[] = [];
  const visit = (area: string, path: readonly string[]): void => {
    if (path.includes(area)) {
      cycles.push([...path.slice(path.indexOf(area)), area].join(' → '));
      return;
    }
    for (const next of edges.get(area) ?? []) {
      visit(next, [...path, area]);
    }
  };
  for (const area of edges.keys()) {
    visit(area, []);
  }
  expect([...new Set(cycles)]).toEqual([]);
});

test('only the quickstart and the start know the quickstart', () => {
  const users = imports.filter(({ to }) => to.startsWith('src/quickstart/') || to === 'src/quickstart.ts');
  expect(users.filter(({ from }) => !from.startsWith('src/quickstart/') && from !== 'src/start.ts')).toEqual(
    [],
  );
});

test('only the start and the command line read the environment', () => {
  const readers = files.filter((file) => /process\.env\b/.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(readers.sort()).toEqual(['src/cli/main.ts', 'src/start.ts']);
});

test('no file re-exports others', () => {
  expect(files.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([]);
});
