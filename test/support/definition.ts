import type { VersionDefinition } from '../../src/apps/version-definition.js';

/** A definition with so many components on pages of fifty, nested three deep, and a query of each kind. */
export function makeDefinition(components: number, label = 'Label'): VersionDefinition {
  const pageCount = Math.ceil(components / 50);
  return {
    formatVersion: 1,
    settings: { theme: 'dark', locale: 'en' },
    pages: Array.from({ length: pageCount }, (_, pageIndex) => ({
      id: `page-${pageIndex}`,
      name: `Page ${pageIndex}`,
      handle: `page-${pageIndex}`,
      order: pageIndex * 10,
      components: Array.from({ length: Math.min(50, components - pageIndex * 50) }, (_unused, index) => ({
        id: `c-${pageIndex}-${index}`,
        name: `widget${index}`,
        type: index % 10 === 0 ? 'Container' : 'Text',
        ...(index % 10 === 0 ? {} : { parentId: `c-${pageIndex}-${index - (index % 10)}` }),
        order: index,
        layout: { left: index % 12, top: index * 4, width: 6, height: 4 },
        properties: {
          label: `${label} ${pageIndex}.${index}`,
          visible: true,
          tooltip: `Shows the value number ${index} of the page ${pageIndex}`,
          styles: { color: '#112233', background: '#ffffff', radius: 4, weight: 'bold' },
          events: [{ on: 'click', run: 'orders', with: { row: index } }],
        },
      })),
    })),
    queries: [
      {
        id: 'q-1',
        name: 'orders',
        kind: 'sql',
        source: 'select *\nfrom orders\nwhere id = {{ id }}',
        options: {},
      },
      { id: 'q-2', name: 'total', kind: 'javascript', source: 'return rows.length;\n', options: {} },
      {
        id: 'q-3',
        name: 'weather',
        kind: 'rest',
        source: 'https://example.com/weather',
        options: { method: 'GET' },
      },
    ],
  };
}
