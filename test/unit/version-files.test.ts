import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type VersionDefinition, validateVersionDefinition } from '../../src/apps/version-definition.js';
import { versionFiles } from '../../src/apps/version-files.js';
import { definitionArbitrary } from '../support/definition-arbitrary.js';

const app = { id: '0198f3c2-0000-7000-8000-000000000001', name: 'Orders' };

const sample: VersionDefinition = {
  formatVersion: 1,
  settings: { theme: { mode: 'dark' }, locale: 'en' },
  pages: [
    {
      id: 'p1',
      name: 'Home',
      handle: 'home',
      order: 10,
      components: [
        { id: 'c1', name: 'box', type: 'Container', order: 1, layout: { top: 0, left: 0 }, properties: {} },
        {
          id: 'c2',
          name: 'save',
          type: 'Button',
          parentId: 'c1',
          order: 2,
          layout: {},
          properties: { label: 'Save', hooks: [] },
        },
      ],
    },
  ],
  queries: [
    {
      id: 'q1',
      name: 'orders',
      kind: 'sql',
      dataSourceId: 'd1',
      source: 'select *\r\nfrom orders',
      options: {},
    },
    { id: 'q2', name: 'sum', kind: 'javascript', source: 'return 1;\n', options: {} },
    { id: 'q3', name: 'weather', kind: 'rest', source: 'https://example.com', options: { method: 'GET' } },
  ],
};

describe('the files of a version', () => {
  test('one canonical file per page, component and query, source as text', () => {
    const files = versionFiles(app, sample);
    expect([...files.keys()]).toEqual([
      'app.json',
      'pages/home/components/box.json',
      'pages/home/components/save.json',
      'pages/home/page.json',
      'queries/orders/query.json',
      'queries/orders/query.sql',
      'queries/sum/query.js',
      'queries/sum/query.json',
      'queries/weather/query.json',
      'settings.json',
    ]);
    expect(files.get('app.json')).toBe(
      `{\n  "appId": "${app.id}",\n  "formatVersion": 1,\n  "name": "Orders"\n}\n`,
    );
    expect(files.get('pages/home/components/save.json')).toBe(
      [
        '{',
        '  "id": "c2",',
        '  "layout": {},',
        '  "name": "save",',
        '  "order": 2,',
        '  "parentId": "c1",',
        '  "properties": {',
        '    "hooks": [],',
        '    "label": "Save"',
        '  },',
        '  "type": "Button"',
        '}',
        '',
      ].join('\n'),
    );
    expect(files.get('pages/home/page.json')).toBe(
      '{\n  "handle": "home",\n  "id": "p1",\n  "name": "Home",\n  "order": 10\n}\n',
    );
    expect(files.get('queries/orders/query.sql')).toBe('select *\nfrom orders\n');
    expect(files.get('queries/orders/query.json')).toBe(
      '{\n  "dataSourceId": "d1",\n  "id": "q1",\n  "kind": "sql",\n  "name": "orders",\n  "options": {}\n}\n',
    );
    expect(files.get('queries/weather/query.json')).toContain('"source": "https://example.com"');
  });

  test('one label changed is one line of one file changed', () => {
    const edited = structuredClone(sample) as { pages: { components: { properties: object }[] }[] };
    Object.assign(edited.pages[0]?.components[1]?.properties ?? {}, { label: 'Store' });
    const before = versionFiles(app, sample);
    const after = versionFiles(app, edited as unknown as VersionDefinition);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const changed = [...after].filter(([path, text]) => before.get(path) !== text);
    expect(changed.map(([path]) => path)).toEqual(['pages/home/components/save.json']);
    const [linesBefore, linesAfter] = [before, after].map((files) =>
      (files.get('pages/home/components/save.json') ?? '').split('\n'),
    );
    expect(linesAfter?.filter((line, index) => line !== linesBefore?.[index])).toEqual([
      '    "label": "Store"',
    ]);
  });

  test('names that a file system could take for one another are told apart by the id', () => {
    const component = (id: string, name: string) => ({
      id,
      name,
      type: 'T',
      order: 1,
      layout: {},
      properties: {},
    });
    const names = (...components: ReturnType<typeof component>[]) =>
      [
        ...versionFiles(app, {
          ...sample,
          queries: [],
          pages: [{ id: 'p', name: 'p', handle: 'p', order: 1, components }],
        }).keys(),
      ].flatMap((path) => /components\/(.*)$/.exec(path)?.[1] ?? []);
    const clash = names(
      component('a', 'Save Button'),
      component('b', 'save-button'),
      component('c', 'other'),
    );
    expect(clash).toEqual(
      names(component('c', 'other'), component('b', 'save-button'), component('a', 'Save Button')),
    );
    expect(clash).toEqual([
      expect.stringMatching(/^Save-Button-[0-9a-f]{8}\.json$/),
      'other.json',
      expect.stringMatching(/^save-button-[0-9a-f]{8}\.json$/),
    ]);
    expect(names(component('a', '..'), component('b', 'CON'), component('c', '../../.git/config'))).toEqual([
      'CON_.json',
      'component.json',
      'git-config.json',
    ]);
  });

  test('every file of any definition has a safe name that no file system confuses with another', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => {
        const paths = [...versionFiles(app, definition).keys()];
        expect(paths).toEqual([...paths].sort());
        const folded = paths.map((path) =>
          path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC'),
        );
        expect(new Set(folded).size).toBe(paths.length);
        for (const segment of paths.flatMap((path) => path.split('/'))) {
          expect(segment).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*(\.json|\.sql|\.js)?$/u);
          expect(segment).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i);
          expect(Buffer.byteLength(segment)).toBeLessThan(255);
        }
      }),
    );
  });

  test('the files do not depend on the order in which things arrive', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => {
        const reversed = {
          ...backwards(definition),
          pages: definition.pages
            .map((page) => ({ ...backwards(page), components: page.components.map(backwards).reverse() }))
            .reverse(),
          queries: definition.queries.map(backwards).reverse(),
        };
        expect([...versionFiles(app, reversed)]).toEqual([...versionFiles(app, definition)]);
      }),
    );
  });

  test('they are a function of the definition alone, which stays as it is', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => {
        const before = structuredClone(definition);
        const files = versionFiles(app, definition);
        expect(definition).toEqual(before);
        expect([...versionFiles(app, before)]).toEqual([...files]);
      }),
    );
  });

  test('one label changed is one line changed, whatever else there is', () => {
    fc.assert(
      fc.property(definitionArbitrary, fc.nat(), fc.string(), fc.string(), (definition, pick, one, other) => {
        const places = definition.pages.flatMap((page, at) => page.components.map((_, index) => [at, index]));
        fc.pre(places.length > 0 && one !== other && `${one}${other}`.isWellFormed());
        const [page = 0, component = 0] = places[pick % places.length] ?? [];
        const [before, after] = [one, other].map((label) =>
          versionFiles(app, withLabel(definition, page, component, label)),
        );
        expect([...(after?.keys() ?? [])]).toEqual([...(before?.keys() ?? [])]);
        const lines = [before, after].map((files) => [...(files?.values() ?? [])].join('').split('\n'));
        expect(lines[0]?.length).toBe(lines[1]?.length);
        expect(lines[1]?.filter((line, index) => line !== lines[0]?.[index])).toEqual([
          expect.stringMatching(/^ {4}"label": ".*",?$/),
        ]);
      }),
    );
  });

  test('the definition can be read back from the files, line ends aside', () => {
    fc.assert(
      fc.property(definitionArbitrary, (definition) => {
        expect(validateVersionDefinition(definition)).toHaveProperty('definition');
        const files = versionFiles(app, definition);
        for (const text of files.values()) expect(text).not.toMatch(/\r|[^\n]$/);
        expect(readBack(files)).toEqual(comparable(definition));
      }),
    );
  });
});

function withLabel(definition: VersionDefinition, page: number, component: number, label: string) {
  const pages = definition.pages.map((one, at) => {
    const components = one.components.map((item, index) =>
      at === page && index === component ? { ...item, properties: { ...item.properties, label } } : item,
    );
    return { ...one, components };
  });
  return { ...definition, pages };
}

function backwards<T extends object>(value: T): T {
  const entries = Object.entries(value).map(([key, child]) => [
    key,
    typeof child === 'object' && child !== null && !Array.isArray(child) ? backwards(child) : child,
  ]);
  return Object.fromEntries(entries.reverse()) as T;
}

/** An independent reader of the layout: what is in which file, found by path alone. */
function readBack(files: ReadonlyMap<string, string>) {
  const byPage = new Map<string, { page?: object; components: object[] }>();
  const queries: { id: string }[] = [];
  for (const [path, text] of files) {
    const [area, name = '', kind = ''] = path.split('/');
    if (area === 'pages') {
      const entry = byPage.get(name) ?? { components: [] };
      if (kind === 'page.json') entry.page = JSON.parse(text);
      else entry.components.push(JSON.parse(text));
      byPage.set(name, entry);
    } else if (kind === 'query.json') {
      const source = files.get(`queries/${name}/query.sql`) ?? files.get(`queries/${name}/query.js`);
      queries.push({ ...(source === undefined ? {} : { source }), ...JSON.parse(text) });
    }
  }
  return {
    settings: JSON.parse(files.get('settings.json') ?? ''),
    pages: [...byPage.values()]
      .map(({ page, components }) => ({ ...page, components: sortedById(components) }))
      .sort(byId),
    queries: queries.sort(byId),
  };
}

function comparable({ settings, pages, queries }: VersionDefinition) {
  const source = (query: VersionDefinition['queries'][number]) =>
    query.kind === 'rest' || query.source === ''
      ? query.source
      : `${query.source.replace(/\r\n|\r/g, '\n').replace(/\n$/, '')}\n`;
  return JSON.parse(
    JSON.stringify({
      settings,
      pages: pages.map((page) => ({ ...page, components: sortedById(page.components) })).sort(byId),
      queries: queries.map((query) => ({ ...query, source: source(query) })).sort(byId),
    }),
  );
}

function sortedById(items: readonly object[]): object[] {
  return [...items].sort(byId);
}

function byId(a: object, b: object): number {
  return (a as { id: string }).id < (b as { id: string }).id ? -1 : 1;
}
