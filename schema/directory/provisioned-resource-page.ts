import type { Context } from '../../src/context.js';
import { DEFAULT_PAGE_SIZE } from '../../src/database/cursor.js';
import { listProvisionedResources } from '../../src/directory/provisioning/list-provisioned-resources.js';
import { DomainError } from '../../src/errors.js';
import { getWorkspace } from '../../src/workspace/get-workspace.js';
import { type Connection, toConnection } from '../common/connection.js';
import type { ProvisionedResourcesArgs } from './provisioned-resource.input.js';
import type { ProvisionedResource } from './provisioned-resource.type.js';

const LARGEST_PAGE = 1_000;
const PREFIX = 'place:';

/**
 * One page of provisioned resources; null for a workspace that is unknown or out of reach. Its cursors hold a place in the list and not a key, unlike those of
 * other lists: the list may be sorted by any attribute of any type, and SCIM counts places as well.
 */
export async function provisionedResourcePage(
  context: Context,
  { first, after, offset: given, orderBy, ...list }: ProvisionedResourcesArgs,
): Promise<Connection<ProvisionedResource> | null> {
  const limit = first ?? DEFAULT_PAGE_SIZE;
  if (limit < 0 || limit > LARGEST_PAGE) throw invalid('first', `must be from 0 to ${LARGEST_PAGE}`);
  if (after != null && given != null) throw invalid('offset', 'cannot be given together with after');
  const offset = after == null ? (given ?? 0) : placeOf(after);
  if (!(await isKnown(context, list.workspaceId))) return null;
  const direction = orderBy?.direction === 'desc' ? 'DESC' : 'ASC';
  const { items, totalCount } = await listProvisionedResources(context, {
    ...list,
    ...(orderBy ? { orderBy: { attribute: orderBy.attribute, direction } } : {}),
    offset,
    limit,
  });
  return toConnection({
    rows: items,
    cursors: items.map((_, index) => cursorOf(offset + index + 1)),
    hasNextPage: offset + items.length < totalCount,
    hasPreviousPage: offset > 0,
    totalCount,
  });
}

/** A workspace that a token is bound to is there; only for others it has to be looked up. */
async function isKnown(context: Context, id: string): Promise<boolean> {
  return (
    context.principal.workspaceId === id || (await getWorkspace(context, { id, fields: new Set() })) !== null
  );
}

/** How many resources come up to and including the one that the cursor was given for. */
function placeOf(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString();
  const place = Number(text.slice(PREFIX.length));
  if (!text.startsWith(PREFIX) || cursorOf(place) !== cursor || !Number.isInteger(place) || place < 1) {
    throw invalid('after', 'is not a cursor that this list gave out');
  }
  return place;
}

function cursorOf(place: number): string {
  return Buffer.from(`${PREFIX}${place}`).toString('base64url');
}

function invalid(path: string, message: string): DomainError {
  return DomainError.of('VALIDATION_FAILED', { problems: [{ path, message }] });
}
