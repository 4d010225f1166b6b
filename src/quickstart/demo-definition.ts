/** The demo app: one page that lists customers. Its second version renames a heading and adds a button. */
export function demoDefinition(version: 1 | 2): unknown {
  const heading = {
    id: 'heading',
    name: 'heading',
    type: 'Text',
    order: 1,
    layout: { left: 0, top: 0, width: 24, height: 4 },
    properties: { text: version === 1 ? 'Customers' : 'Our customers' },
  };
  const table = {
    id: 'customers',
    name: 'customersTable',
    type: 'Table',
    order: 2,
    layout: { left: 0, top: 6, width: 43, height: 40 },
    properties: { data: '{{queries.listCustomers.data}}', rowsPerPage: 20 },
  };
  const refresh = {
    id: 'refresh',
    name: 'refreshButton',
    type: 'Button',
    order: 3,
    layout: { left: 36, top: 0, width: 7, height: 4 },
    properties: { text: 'Refresh', onClick: '{{queries.listCustomers.run()}}' },
  };
  return {
    formatVersion: 1,
    settings: { theme: 'light' },
    pages: [
      {
        id: 'home',
        name: 'Home',
        handle: 'home',
        order: 1,
        components: version === 1 ? [heading, table] : [heading, table, refresh],
      },
    ],
    queries: [
      {
        id: 'list-customers',
        name: 'listCustomers',
        kind: 'sql',
        source: 'select id, name, city\nfrom customers\norder by name;\n',
        options: { runOnPageLoad: true },
      },
    ],
  };
}
