import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../src/context.js';
import type { AttributeFilter } from '../../src/directory/filter/attribute-filter.js';
import { listProvisionedResources } from '../../src/directory/provisioning/list-provisioned-resources.js';
import { type Directory, openDirectory } from '../support/directory.js';
import { seedUsers } from '../support/many-users.js';

/** Look-ups by index: the plans of the statements that really run, at 100,000 users and at 100. */

interface Tenancy {
  readonly directory: Directory;
  readonly workspaceId: string;
  readonly groupId: string;
  readonly userId: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

let small: Tenancy;
let large: Tenancy;
beforeAll(async () => {
  small = await tenancy({ users: 100, members: 50, groups: 10 });
  large = await tenancy({ users: 100_000, members: 50_000, groups: 20_000 });
}, 240_000);
afterAll(async () => {
  await small.directory.close();
  await large.directory.close();
});

async function tenancy(sizes: { users: number; members: number; groups: number }): Promise<Tenancy> {
  const directory = await openDirectory();
  const workspaceId = await directory.newWorkspace();
  const { groupId } = await seedUsers(directory.context(), workspaceId, sizes);
  const user = await directory.context().database.first(sql<{ id: string }>`
    select user_id as id from memberships where group_id = ${groupId}::uuid order by user_id limit 1`);
  return { directory, workspaceId, groupId, userId: user?.id ?? '' };
}

/** A context that explains each statement before it runs it, and keeps the plans. */
function explaining(context: Context): { readonly context: Context; readonly plans: PlanNode[] } {
  const plans: PlanNode[] = [];
  const { database } = context;
  const rows = async <Row>(statement: RawBuilder<Row>): Promise<Row[]> => {
    const [explained] = await database.rows(
      sql<{
        'QUERY PLAN': [{ Plan: PlanNode }];
      }>`explain (analyze, buffers, timing off, format json) ${statement}`,
    );
    if (explained) plans.push(explained['QUERY PLAN'][0].Plan);
    return database.rows(statement);
  };
  return { context: { ...context, database: { ...database, rows } }, plans };
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const eq = (attribute: string, value: unknown): AttributeFilter => ({
  compare: { attribute, operator: 'EQ', value: value as string },
});

interface LookUp {
  /** Null for resources of every type. */
  readonly type: 'User' | 'Group' | null;
  readonly where: (tenancy: Tenancy) => AttributeFilter;
  /** Every index that the look-up uses. */
  readonly index: string | readonly string[];
  readonly excludedAttributes?: readonly string[];
}

const lookUps: Readonly<Record<string, LookUp>> = {
  userName: {
    type: 'User',
    where: () => eq('userName', 'USER77@example.com'),
    index: 'users_user_name_unique',
  },
  'userName of nobody': {
    type: 'User',
    where: () => eq('userName', 'nobody'),
    index: 'users_user_name_unique',
  },
  externalId: { type: 'User', where: () => eq('externalId', 'ext-77'), index: 'users_external_id_index' },
  'displayName of a user': {
    type: 'User',
    where: () => eq('displayName', 'uSER 77'),
    index: 'users_display_name_index',
  },
  'emails.value': {
    type: 'User',
    where: () => eq('emails.value', 'User77@Example.com'),
    index: 'attribute_keys_pkey',
  },
  'emails[type and value]': {
    type: 'User',
    where: () => ({
      element: {
        attribute: 'emails',
        where: { and: [eq('type', 'work'), eq('value', 'user77@example.com')] },
      },
    }),
    index: 'attribute_keys_pkey',
  },
  'id of a user': { type: 'User', where: ({ userId }) => eq('id', userId), index: 'users_pkey' },
  'displayName of a group': {
    type: 'Group',
    where: () => eq('displayName', 'GROUP 7'),
    index: 'groups_name_unique',
  },
  'members.value': {
    type: 'Group',
    where: ({ userId }) => eq('members.value', userId),
    index: 'memberships_user_index',
    excludedAttributes: ['members'],
  },
  'id and members': {
    type: 'Group',
    where: ({ groupId, userId }) => ({ and: [eq('id', groupId), eq('members', userId)] }),
    index: 'groups_pkey',
    excludedAttributes: ['members'],
  },
  'userName or emails': {
    type: 'User',
    where: () => ({ or: [eq('userName', 'user77@example.com'), eq('emails', 'user77@example.com')] }),
    index: ['users_user_name_unique', 'attribute_keys_pkey'],
  },
  'userName or externalId': {
    type: 'User',
    where: () => ({ or: [eq('userName', 'user77@example.com'), eq('externalId', 'ext-77')] }),
    index: ['users_user_name_unique', 'users_external_id_index'],
  },
  'id, displayName or one address of a type, among the active': {
    type: 'User',
    where: ({ userId }) => ({
      and: [
        { present: 'active' },
        {
          or: [
            { and: [eq('id', userId), eq('userName', 'user77@example.com')] },
            { or: [eq('displayName', 'User 77'), eq('externalId', 'ext-77')] },
            {
              element: {
                attribute: 'emails',
                where: { and: [eq('value', 'user77@example.com'), eq('type', 'work')] },
              },
            },
          ],
        },
      ],
    }),
    index: ['users_pkey', 'users_display_name_index', 'users_external_id_index', 'attribute_keys_pkey'],
  },
  'emails, and not of another name': {
    type: 'User',
    where: () => ({
      and: [{ not: eq('userName', 'user78@example.com') }, eq('emails', 'user77@example.com')],
    }),
    index: 'attribute_keys_pkey',
  },
  'not another userName': {
    type: 'User',
    where: () => ({
      not: {
        not: { not: { compare: { attribute: 'userName', operator: 'NE', value: 'user77@example.com' } } },
      },
    }),
    index: 'users_user_name_unique',
  },
  'groups of a user, and userName': {
    type: 'User',
    where: ({ groupId }) => ({ and: [eq('groups.value', groupId), eq('userName', 'user1@example.com')] }),
    index: 'users_user_name_unique',
  },
  'userName or emails, over all types': {
    type: null,
    where: () => ({ or: [eq('userName', 'user77@example.com'), eq('emails', 'user77@example.com')] }),
    index: ['users_user_name_unique', 'attribute_keys_pkey'],
  },
  'displayName of a group or members': {
    type: 'Group',
    where: ({ userId }) => ({ or: [eq('displayName', 'group 1'), eq('members', userId)] }),
    index: ['groups_name_unique', 'memberships_user_index'],
    excludedAttributes: ['members'],
  },
};

async function plansOf(name: string, { directory, ...tenancy }: Tenancy): Promise<PlanNode[]> {
  const { type, where, excludedAttributes } = lookUps[name] as LookUp;
  const { context, plans } = explaining(directory.context());
  const { workspaceId } = tenancy;
  const list = await listProvisionedResources(context, {
    workspaceId,
    type,
    where: where({ directory, ...tenancy }),
    ...(excludedAttributes ? { projection: { excludedAttributes } } : {}),
  });
  expect(list.totalCount).toBe(name.endsWith('nobody') ? 0 : 1);
  return plans;
}

test.each(Object.keys(lookUps))('%s is looked up by an index, at a cost that does not grow', async (name) => {
  const plans = await plansOf(name, large);
  const nodes = plans.flatMap(nodesOf);
  expect(
    nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== 'nested_groups'),
  ).toEqual([]);
  const used = nodes.map((node) => node['Index Name']);
  expect(used).toEqual(expect.arrayContaining([lookUps[name]?.index].flat()));
  const blocks = (all: readonly PlanNode[]) =>
    all.reduce((sum, plan) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
  // Blocks touched instead of time: a B-tree of 100,000 rows is one or two levels deeper than one of 100.
  expect(blocks(plans)).toBeLessThanOrEqual(2 * blocks(await plansOf(name, small)) + 12);
});

test('a page in the default order reads the index alone to pass over the rows before it', async () => {
  const { context, plans } = explaining(large.directory.context());
  const list = await listProvisionedResources(context, {
    workspaceId: large.workspaceId,
    type: 'User',
    offset: 89_900,
    limit: 100,
  });
  expect(list.totalCount).toBe(100_000);
  expect(list.items).toHaveLength(100);
  const scans = nodesOf(plans[0] as PlanNode).filter(
    (node) => node['Relation Name'] === 'users' && node['Actual Rows'] > 1_000,
  );
  expect(scans.map((node) => node['Node Type'])).toEqual(['Index Only Scan']);
});

test.each([
  ['users', 'User', 100_000],
  ['all types', null, 120_000],
] as const)('the length of a list of %s is told without looking at it', async (_, type, total) => {
  const { context, plans } = explaining(large.directory.context());
  const { workspaceId } = large;
  const projection = { attributes: ['userName', 'displayName'] };
  const list = await listProvisionedResources(context, { workspaceId, type, limit: 10, projection });
  expect(list.totalCount).toBe(total);
  expect(list.items).toHaveLength(10);
  const rows = plans.flatMap(nodesOf).map((node) => node['Actual Rows']);
  expect(Math.max(...rows)).toBeLessThanOrEqual(20);
});

test.each(
  ['id', 'userName', 'externalId', 'displayName'].flatMap((attribute) => [
    [attribute, 'ASC'] as const,
    [attribute, 'DESC'] as const,
  ]),
)('a page in the order of %s, %s, reads the page alone', async (attribute, direction) => {
  const { context, plans } = explaining(large.directory.context());
  const list = await listProvisionedResources(context, {
    workspaceId: large.workspaceId,
    type: 'User',
    limit: 10,
    orderBy: { attribute, direction },
  });
  expect(list.items).toHaveLength(10);
  expect(Math.max(...plans.flatMap(nodesOf).map((node) => node['Actual Rows']))).toBeLessThanOrEqual(20);
});
