import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countGroups, createGroup, getGroup, idOfCreated } from '../support/rest.js';
import { type Service, startService, type Tenant } from '../support/service.js';

let service: Service;
let tenant: Tenant;
let app: { id: string; name: string };
let workflow: { id: string };
let dataSource: { id: string };

beforeAll(async () => {
  service = await startService();
  tenant = await service.newTenant();
  const made = await service.graphql(
    `mutation ($workspaceId: ID!) {
      app: createApp(input: { workspaceId: $workspaceId, name: "Orders" }) { app { id name } }
      workflow: createApp(input: { workspaceId: $workspaceId, name: "Nightly", kind: WORKFLOW }) { app { id } }
      dataSource: createDataSource(input: { workspaceId: $workspaceId, name: "Orders DB", kind: "postgresql" }) {
        dataSource { id }
      }
    }`,
    { workspaceId: tenant.id },
  );
  app = made.app.app;
  workflow = made.workflow.app;
  dataSource = made.dataSource.dataSource;
});
afterAll(() => service.close());

const ISO_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ALL_FLAGS_OFF = {
  appCreate: false,
  appDelete: false,
  folderCRUD: false,
  orgConstantCRUD: false,
  dataSourceCreate: false,
  dataSourceDelete: false,
  workflowCreate: false,
  workflowDelete: false,
  appPromote: false,
  appRelease: false,
};

let names = 0;
const freshName = () => {
  names += 1;
  return `Group ${names}`;
};

const rulesOf = async (id: string) =>
  (
    await service.graphql(
      `query ($id: ID!) { group(id: $id) { rules {
        type applyToAll resources { id name } canEdit hideFromDashboard canUse canConfigure environments
      } } }`,
      { id },
    )
  ).group.rules;

test('creates a group with flags and rules and gives it back with every field of the interface', async () => {
  const created = await createGroup(service, tenant, {
    name: 'Support',
    permissions: { appCreate: true, folderCRUD: true, workflowDelete: true },
    granularPermissions: [
      {
        type: 'app',
        applyToAll: false,
        resources: ['Orders'],
        permissions: { canEdit: false, hideFromDashboard: true, environments: ['staging', 'released'] },
      },
      { type: 'data_source', resources: [dataSource.id], permissions: { canUse: true, environments: [] } },
    ],
  });
  expect(created.status).toBe(201);
  expect(created.headers.get('content-type')).toMatch(/^application\/json/);
  expect(created.text).toBe('{"message":"Group created successfully."}');
  const id = idOfCreated(created);
  expect(created.headers.get('location')).toBe(
    `${service.baseUrl}/api/ext/workspace/${tenant.id}/groups/${id}`,
  );

  const read = await getGroup(service, tenant, id);
  expect(read.status).toBe(200);
  expect(Object.keys(read.json)).toEqual(['group', 'isBuilderLevel']);
  expect(read.json).toEqual({
    group: {
      id,
      name: 'Support',
      type: 'custom',
      organizationId: tenant.id,
      ...ALL_FLAGS_OFF,
      appCreate: true,
      folderCRUD: true,
      workflowDelete: true,
      disabled: false,
      createdAt: expect.stringMatching(ISO_MILLISECONDS),
      updatedAt: read.json.group.createdAt,
    },
    isBuilderLevel: true,
  });
  expect(await rulesOf(id)).toEqual([
    {
      type: 'APP',
      applyToAll: false,
      resources: [{ id: app.id, name: 'Orders' }],
      canEdit: false,
      hideFromDashboard: true,
      canUse: false,
      canConfigure: false,
      environments: ['STAGING', 'RELEASED'],
    },
    {
      type: 'DATA_SOURCE',
      applyToAll: false,
      resources: [{ id: dataSource.id, name: 'Orders DB' }],
      canEdit: false,
      hideFromDashboard: false,
      canUse: true,
      canConfigure: false,
      environments: [],
    },
  ]);
});

test('a group of a name alone has no flags, no rules and is no builder', async () => {
  const id = idOfCreated(await createGroup(service, tenant, { name: freshName() }));
  const { json } = await getGroup(service, tenant, id);
  expect(json.group).toMatchObject(ALL_FLAGS_OFF);
  expect(json.isBuilderLevel).toBe(false);
  expect(await rulesOf(id)).toEqual([]);
});

describe('isBuilderLevel', () => {
  const cases: [string, object, boolean][] = [
    ['one flag', { permissions: { appRelease: true } }, true],
    ['flags all false', { permissions: { appRelease: false } }, false],
    ['an app rule that edits', rule('app', { canEdit: true }), true],
    ['an app rule that only views', rule('app', { canEdit: false }), false],
    ['a workflow rule that edits', rule('workflow', { canEdit: true }), true],
    ['a data source rule that uses', rule('data_source', { canUse: true }), true],
  ];
  test.each(cases)('%s', async (_, body, expected) => {
    const id = idOfCreated(await createGroup(service, tenant, { name: freshName(), ...body }));
    expect((await getGroup(service, tenant, id)).json.isBuilderLevel).toBe(expected);
  });

  test('counts a rule of any position', async () => {
    const body = {
      name: freshName(),
      granularPermissions: [
        { type: 'app', applyToAll: true, permissions: { canEdit: false } },
        { type: 'workflow', resources: [workflow.id], permissions: { canEdit: true } },
      ],
    };
    const id = idOfCreated(await createGroup(service, tenant, body));
    expect((await getGroup(service, tenant, id)).json.isBuilderLevel).toBe(true);
  });
});

function rule(type: string, permissions: object): object {
  return { granularPermissions: [{ type, applyToAll: true, permissions }] };
}

test.each([
  ['datasource', { canEdit: true }, { canUse: false, canConfigure: true }],
  ['datasource', { canEdit: false }, { canUse: true, canConfigure: false }],
  ['data_source', { canConfigure: true }, { canUse: false, canConfigure: true }],
])('a rule of type %s with %j is stored as %j', async (type, permissions, stored) => {
  const created = await createGroup(service, tenant, { name: freshName(), ...rule(type, permissions) });
  expect((await rulesOf(idOfCreated(created)))[0]).toMatchObject({ type: 'DATA_SOURCE', ...stored });
});

test('a name is kept in NFC and trimmed, and found taken in any letter case and width', async () => {
  const first = await createGroup(service, tenant, { name: '  Cafe\u0301 Team ' });
  expect((await getGroup(service, tenant, idOfCreated(first))).json.group.name).toBe('Caf\u00e9 Team');
  for (const name of ['CAFÉ TEAM', 'Ｃａｆé Ｔeam', 'cafe\u0301 team']) {
    const again = await createGroup(service, tenant, { name });
    expect([again.status, again.json.code]).toEqual([409, 'GROUP_NAME_TAKEN']);
  }
});

test.each(['Группа 7', '開発チーム', 'فريق', 'a_b-c', 'x'.repeat(50), '𐐨'.repeat(50)])(
  'accepts the name %j',
  async (name) => {
    expect((await createGroup(service, tenant, { name })).status).toBe(201);
  },
);

describe('a body that is not valid', () => {
  const problems: [string, unknown, { path: string; message: string }[]][] = [
    ['no name', {}, [{ path: 'name', message: 'is required' }]],
    ['a name that is no string', { name: 7 }, [{ path: 'name', message: 'must be a string' }]],
    ['null for a name', { name: null }, [{ path: 'name', message: 'must be a string' }]],
    ['an empty name', { name: '  ' }, [{ path: 'name', message: 'must have 1 to 50 characters' }]],
    ['a name of 51', { name: 'x'.repeat(51) }, [{ path: 'name', message: 'must have 1 to 50 characters' }]],
    ...['a/b', 'a\u0000b', 'a\nb', 'a😀', 'a.b', '<b>'].map(
      (name): [string, unknown, { path: string; message: string }[]] => [
        `the name ${JSON.stringify(name)}`,
        { name },
        [{ path: 'name', message: 'may hold letters, marks, digits, spaces, _ and - alone' }],
      ],
    ),
    ...['admin', 'Builder', 'END-USER', 'ａdmin'].map(
      (name): [string, unknown, { path: string; message: string }[]] => [
        `the role name ${name}`,
        { name },
        [{ path: 'name', message: 'must not be the name of a role (admin, builder, end-user)' }],
      ],
    ),
    ...['default', 'NULL', 'undefined', 'Me'].map(
      (name): [string, unknown, { path: string; message: string }[]] => [
        `the keyword ${name}`,
        { name },
        [{ path: 'name', message: 'must not be a reserved keyword (default, null, undefined, me)' }],
      ],
    ),
    ['an unknown key', { name: 'n', colour: 'red' }, [{ path: 'colour', message: 'is not a known key' }]],
    [
      'an unknown flag',
      { name: 'n', permissions: { appFly: true } },
      [{ path: 'permissions.appFly', message: 'is not a known key' }],
    ],
    [
      'a flag that is no boolean',
      { name: 'n', permissions: { appCreate: 'yes' } },
      [{ path: 'permissions.appCreate', message: 'must be true or false' }],
    ],
    [
      'permissions that are no object',
      { name: 'n', permissions: [] },
      [{ path: 'permissions', message: 'must be an object of booleans' }],
    ],
    [
      'rules that are no list',
      { name: 'n', granularPermissions: {} },
      [{ path: 'granularPermissions', message: 'must be an array of rules' }],
    ],
    ['a body that is no object', [], [{ path: 'body', message: 'must be a JSON object' }]],
    [
      '10,000 rules',
      { name: 'n', granularPermissions: new Array(10_000).fill(1) },
      [{ path: 'granularPermissions', message: 'must hold at most 100 rules' }],
    ],
    [
      '1,001 resources',
      {
        name: 'n',
        granularPermissions: [
          {
            type: 'app',
            resources: Array.from({ length: 1001 }, (_, i) => `r${i}`),
            permissions: { canEdit: true },
          },
        ],
      },
      [{ path: 'granularPermissions[0].resources', message: 'must name at most 1000 resources' }],
    ],
    [
      'an unknown type',
      rules({ type: 'page', permissions: {} }),
      [
        {
          path: 'granularPermissions[0].type',
          message: 'must be app, data_source (or datasource) or workflow',
        },
      ],
    ],
    [
      'no permissions',
      rules({ type: 'app', applyToAll: true }),
      [{ path: 'granularPermissions[0].permissions', message: 'is required' }],
    ],
    [
      'no canEdit',
      rules({ type: 'workflow', applyToAll: true, permissions: {} }),
      [{ path: 'granularPermissions[0].permissions.canEdit', message: 'is required' }],
    ],
    [
      'applyToAll with resources',
      rules({ type: 'app', applyToAll: true, resources: ['a'], permissions: { canEdit: true } }),
      [{ path: 'granularPermissions[0].resources', message: 'must be empty when applyToAll is true' }],
    ],
    [
      'neither applyToAll nor resources',
      rules({ type: 'app', permissions: { canEdit: true } }),
      [
        {
          path: 'granularPermissions[0].resources',
          message: 'must name at least one resource when applyToAll is false',
        },
      ],
    ],
    [
      'a NUL in a resource',
      rules({ type: 'app', resources: ['a\u0000'], permissions: { canEdit: true } }),
      [
        {
          path: 'granularPermissions[0].resources',
          message: 'must hold ids or names, neither empty nor with NUL characters',
        },
      ],
    ],
    [
      'hidden and editable',
      rules({ type: 'app', applyToAll: true, permissions: { canEdit: true, hideFromDashboard: true } }),
      [
        {
          path: 'granularPermissions[0].permissions.hideFromDashboard',
          message: 'cannot be true together with canEdit',
        },
      ],
    ],
    [
      'a hidden workflow',
      rules({ type: 'workflow', applyToAll: true, permissions: { canEdit: false, hideFromDashboard: true } }),
      [
        {
          path: 'granularPermissions[0].permissions.hideFromDashboard',
          message: 'can be true for type app alone',
        },
      ],
    ],
    [
      'an unknown environment',
      rules({ type: 'app', applyToAll: true, permissions: { canEdit: false, environments: ['qa'] } }),
      [
        {
          path: 'granularPermissions[0].permissions.environments[0]',
          message: 'must be one of development, staging, production, released',
        },
      ],
    ],
    [
      'canUse of an app',
      rules({ type: 'app', applyToAll: true, permissions: { canEdit: true, canUse: true } }),
      [
        {
          path: 'granularPermissions[0].permissions',
          message: 'canUse and canConfigure belong to type data_source alone',
        },
      ],
    ],
    [
      'neither canUse nor canConfigure',
      rules({ type: 'data_source', applyToAll: true, permissions: {} }),
      [
        {
          path: 'granularPermissions[0].permissions',
          message: 'must set exactly one of canUse and canConfigure',
        },
      ],
    ],
    [
      'both canUse and canConfigure',
      rules({ type: 'data_source', applyToAll: true, permissions: { canUse: true, canConfigure: true } }),
      [
        {
          path: 'granularPermissions[0].permissions',
          message: 'must set exactly one of canUse and canConfigure',
        },
      ],
    ],
    [
      'canEdit and canUse',
      rules({ type: 'data_source', applyToAll: true, permissions: { canEdit: true, canUse: true } }),
      [
        {
          path: 'granularPermissions[0].permissions.canEdit',
          message: 'cannot be given together with canUse or canConfigure',
        },
      ],
    ],
    [
      'two rules for all of a type',
      {
        name: 'n',
        granularPermissions: [
          { type: 'data_source', applyToAll: true, permissions: { canUse: true } },
          { type: 'datasource', applyToAll: true, permissions: { canUse: true } },
        ],
      },
      [{ path: 'granularPermissions[1]', message: 'is a second rule for all resources of type data_source' }],
    ],
  ];
  test.each(problems)('%s is refused and leaves nothing behind', async (_, body, details) => {
    const before = await countGroups(service, tenant);
    const answer = await createGroup(service, tenant, body);
    expect(answer.json).toEqual({
      statusCode: 400,
      code: 'VALIDATION_FAILED',
      message: expect.any(String),
      path: `/api/ext/workspace/${tenant.id}/groups`,
      timestamp: expect.stringMatching(ISO_MILLISECONDS),
      requestId: answer.headers.get('x-request-id'),
      details,
    });
    expect(answer.status).toBe(400);
    expect(await countGroups(service, tenant)).toBe(before);
  });

  test('every problem is told at once', async () => {
    const answer = await createGroup(
      service,
      tenant,
      '{"name":"admin","x":1,"__proto__":{"polluted":true},"constructor":1,"permissions":{"appFly":1},"granularPermissions":[{"type":"app","permissions":{}},7]}',
    );
    expect(answer.json.details.map((detail: { path: string }) => detail.path)).toEqual([
      'name',
      'permissions.appFly',
      'x',
      '__proto__',
      'constructor',
      'granularPermissions[0].permissions.canEdit',
      'granularPermissions[1]',
    ]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

function rules(...granularPermissions: object[]): object {
  return { name: 'n', granularPermissions };
}

describe('a body that cannot be read', () => {
  const rows: [string, string | Uint8Array, Record<string, string>, number, string][] = [
    ['broken JSON', '{"name": ', {}, 400, 'MALFORMED_JSON'],
    ['an empty body', '', {}, 400, 'MALFORMED_JSON'],
    ['text that is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), {}, 400, 'MALFORMED_JSON'],
    ['another media type', '{"name":"n"}', { 'Content-Type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a compressed body', '{"name":"n"}', { 'Content-Encoding': 'gzip' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['more than 1 MB', JSON.stringify({ name: 'n', pad: 'x'.repeat(1_000_000) }), {}, 413, 'BODY_TOO_LARGE'],
  ];
  test.each(rows)('%s', async (_, body, headers, status, code) => {
    const before = await countGroups(service, tenant);
    const answer = await createGroup(service, tenant, body, { headers });
    expect([answer.status, answer.json.statusCode, answer.json.code]).toEqual([status, status, code]);
    expect(await countGroups(service, tenant)).toBe(before);
  });

  test('a body of 900 KB nested 400,000 deep is refused, not a crash', async () => {
    const answer = await createGroup(service, tenant, `${'['.repeat(400_000)}${']'.repeat(400_000)}`);
    expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('what a parser would quote of the body stays inside', async () => {
    const answer = await createGroup(service, tenant, '{"name": hunter2}');
    expect(answer.text).not.toContain('hunter2');
    expect(answer.json.message).toBe('The body is not valid JSON: invalid symbol at line 1, column 10.');
  });
});

describe('what the body names', () => {
  test('a resource that does not exist is told by its name and leaves nothing behind', async () => {
    const before = await countGroups(service, tenant);
    const answer = await createGroup(
      service,
      tenant,
      rules({ type: 'app', resources: ['Orders', 'Nope', workflow.id], permissions: { canEdit: true } }),
    );
    expect([answer.status, answer.json.code]).toEqual([400, 'RESOURCE_NOT_FOUND']);
    expect(answer.json.message).toContain(`Nope, ${workflow.id}`);
    expect(await countGroups(service, tenant)).toBe(before);
  });

  test('a workflow is named by its own type, an app twice counts once', async () => {
    const created = await createGroup(service, tenant, {
      name: freshName(),
      granularPermissions: [
        { type: 'workflow', resources: ['Nightly'], permissions: { canEdit: true } },
        { type: 'app', resources: [app.id, 'Orders'], permissions: { canEdit: true } },
      ],
    });
    const stored = await rulesOf(idOfCreated(created));
    expect(stored.map((one: { resources: unknown }) => one.resources)).toEqual([
      [{ id: workflow.id, name: 'Nightly' }],
      [{ id: app.id, name: 'Orders' }],
    ]);
  });

  test('a taken name is a conflict', async () => {
    const name = freshName();
    await createGroup(service, tenant, { name });
    const again = await createGroup(service, tenant, { name });
    expect(again.json).toMatchObject({
      statusCode: 409,
      code: 'GROUP_NAME_TAKEN',
      message: `A group named "${name}" already exists in this workspace.`,
    });
  });

  test('a workspace that does not exist', async () => {
    for (const workspaceId of [
      '00000000-0000-7000-8000-000000000000',
      'nope',
      '%00',
      tenant.id.toUpperCase(),
    ]) {
      const answer = await createGroup(service, tenant, { name: 'n' }, { workspaceId });
      expect([answer.status, answer.json.code]).toEqual([400, 'WORKSPACE_NOT_FOUND']);
    }
  });

  test('a workspace without an active admin', async () => {
    const empty = await service.newTenant({ admin: false });
    const answer = await createGroup(service, empty, { name: 'n' });
    expect([answer.status, answer.json.code]).toEqual([400, 'WORKSPACE_HAS_NO_ADMIN']);
  });
});

describe('get group', () => {
  test.each(['00000000-0000-7000-8000-000000000000', 'not-a-uuid', '%E0%A4%A', "'%20or%201=1"])(
    'the unknown id %s is 400 by the interface',
    async (id) => {
      const answer = await getGroup(service, tenant, id);
      expect([answer.status, answer.json.code]).toEqual([400, 'GROUP_NOT_FOUND']);
    },
  );

  test('an unknown workspace', async () => {
    const answer = await getGroup(service, tenant, app.id, 'nope');
    expect([answer.status, answer.json.code]).toEqual([400, 'WORKSPACE_NOT_FOUND']);
  });

  test('role groups are shown with their flags', async () => {
    const { workspace } = await service.graphql(
      `query ($id: ID!) { workspace(id: $id) { groups { nodes { id name type } } } }`,
      { id: tenant.id },
    );
    const expected = { admin: true, builder: true, 'end-user': false };
    for (const [name, granted] of Object.entries(expected)) {
      const group = workspace.groups.nodes.find((node: { name: string }) => node.name === name);
      const { json } = await getGroup(service, tenant, group.id);
      expect(json.group.type).toBe('default');
      expect(json.group.appCreate).toBe(granted);
      expect(json.isBuilderLevel).toBe(granted);
    }
  });
});

describe('routes', () => {
  test('an unknown route is told as JSON', async () => {
    const answer = await service.request('/api/ext/nope');
    expect(answer.json).toMatchObject({ statusCode: 404, code: 'ROUTE_NOT_FOUND', path: '/api/ext/nope' });
  });

  test('letter case counts in paths; a slash at the end does not', async () => {
    const ask = async (path: string) =>
      (await service.request(path, { headers: { Authorization: `Basic ${tenant.tokens.external}` } })).json
        .code;
    expect(await ask(`/api/ext/workspace/${tenant.id}/groups/x/`)).toBe('GROUP_NOT_FOUND');
    expect(await ask(`/api/ext/Workspace/${tenant.id}/groups/x`)).toBe('ROUTE_NOT_FOUND');
    expect(await ask(`/api/ext/workspace/${tenant.id}/groups//`)).toBe('ROUTE_NOT_FOUND');
  });

  test('a wrong method names the right ones', async () => {
    const answer = await service.request(`/api/ext/workspace/${tenant.id}/groups`, { method: 'DELETE' });
    expect([answer.status, answer.json.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('a request id that is sent comes back; one that could break a log does not', async () => {
    const answer = await service.request('/api/ext/nope', { headers: { 'X-Request-Id': 'build-42' } });
    expect([answer.headers.get('x-request-id'), answer.json.requestId]).toEqual(['build-42', 'build-42']);
    const odd = await service.request('/api/ext/nope', { headers: { 'X-Request-Id': 'a b"c' } });
    expect(odd.json.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('two workspaces share names and nothing else', async () => {
  const other = await service.newTenant();
  const name = freshName();
  const mine = idOfCreated(await createGroup(service, tenant, { name }));
  expect((await createGroup(service, other, { name })).status).toBe(201);

  const foreign = await getGroup(service, other, mine);
  const unknown = await getGroup(service, other, '00000000-0000-7000-8000-000000000000');
  expect([foreign.status, foreign.json.code]).toEqual([unknown.status, unknown.json.code]);
  const throughMyWorkspace = await getGroup(service, other, mine, tenant.id);
  expect([throughMyWorkspace.status, throughMyWorkspace.json.code]).toEqual([400, 'WORKSPACE_NOT_FOUND']);

  const intruding = await createGroup(service, other, { name: freshName() }, { workspaceId: tenant.id });
  expect(intruding.json.code).toBe('WORKSPACE_NOT_FOUND');
  for (const resource of [app.id, 'Orders']) {
    const reaching = await createGroup(
      service,
      other,
      rules({ type: 'app', resources: [resource], permissions: { canEdit: true } }),
    );
    expect(reaching.json.code).toBe('RESOURCE_NOT_FOUND');
  }
});
