import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../uuid.js';
import { foldCase } from '../attributes/comparison-key.js';
import type { ElementPlaces } from '../filter/compile-filter.js';
import type { Place } from '../filter/place.js';
import { foldGroupName } from '../group-name.js';
import { idPlace } from './common-places.js';

type Test = (places: ElementPlaces) => RawBuilder<unknown>;

/** A group's name, by which a reference to it is displayed and compared. */
const groupDisplay: Place = { kind: 'text', value: sql.ref('g.name_key'), key: foldGroupName };
/** A user's display name, or the user name of one without. */
const userDisplay: Place = {
  kind: 'text',
  value: sql`coalesce(nullif(u.display_name_key, ''), u.user_name_key)`,
  key: foldCase,
};

/** That some group of the user `r` meets a test. */
export function someGroup(workspaceId: string, test: Test): RawBuilder<unknown> {
  return sql`r.id in (select m.user_id from memberships m join groups g on g.id = m.group_id
    where m.workspace_id = ${workspaceId}::uuid and g.type = 'custom'
      and ${test(referencePlaces('m.group_id', groupDisplay, 'direct'))})`;
}

/** The users who are members of the group of an id. */
export function lookUpGroup(workspaceId: string, id: string): RawBuilder<unknown> {
  if (!isUuid(id)) return nobody;
  return sql`select m.user_id from memberships m
    where m.workspace_id = ${workspaceId}::uuid and m.group_id = ${id}::uuid`;
}

const nobody = sql`select null::uuid where false`;

/** That some member of the group `r`, a user or a nested group, meets a test. */
export function someMember(workspaceId: string, test: Test): RawBuilder<unknown> {
  return sql`r.id in (
    select m.group_id from memberships m join users u on u.id = m.user_id
    where m.workspace_id = ${workspaceId}::uuid and ${test(userReference)}
    union all
    select n.group_id from nested_groups n join groups g on g.id = n.member_id
    where n.workspace_id = ${workspaceId}::uuid and ${test(groupReference)})`;
}

/** The groups of which the user or group of an id is a member. */
export function lookUpMember(workspaceId: string, id: string): RawBuilder<unknown> {
  if (!isUuid(id)) return nobody;
  return sql`select m.group_id from memberships m
    where m.workspace_id = ${workspaceId}::uuid and m.user_id = ${id}::uuid
    union all
    select n.group_id from nested_groups n
    where n.workspace_id = ${workspaceId}::uuid and n.member_id = ${id}::uuid`;
}

/** The parts of a member that is a user, of `memberships m` joined with `users u`. */
export const userReference: ElementPlaces = referencePlaces('m.user_id', userDisplay, 'User');

/** The parts of a member that is a group, of `nested_groups n` joined with `groups g`. */
export const groupReference: ElementPlaces = referencePlaces('n.member_id', groupDisplay, 'Group');

/** The sub-attributes of a reference: its id, the name it is shown by, and its type. */
function referencePlaces(id: string, display: Place, type: string): ElementPlaces {
  return (subAttribute) => {
    switch (subAttribute?.name) {
      case 'display':
        return display;
      case 'type':
        return { kind: 'constant', value: foldCase(type), key: foldCase };
      default:
        return idPlace(sql.ref(id));
    }
  };
}
