import type { Answer, Service, Tenant } from './service.js';

/** Sends a Create Group body, as text if it shall not be valid JSON. */
export function createGroup(
  service: Service,
  tenant: Tenant,
  body: unknown,
  init: { readonly headers?: Record<string, string>; readonly workspaceId?: string } = {},
): Promise<Answer> {
  return service.request(`/api/ext/workspace/${init.workspaceId ?? tenant.id}/groups`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${tenant.tokens.external}`,
      'Content-Type': 'application/json',
      ...init.headers,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
}

/** Sends Get Group by ID. */
export function getGroup(
  service: Service,
  tenant: Tenant,
  groupId: string,
  workspaceId = tenant.id,
): Promise<Answer> {
  return service.request(`/api/ext/workspace/${workspaceId}/groups/${groupId}`, {
    headers: { Authorization: `Basic ${tenant.tokens.external}` },
  });
}

/** The id of the group that a 201 points at. */
export function idOfCreated(answer: Answer): string {
  return (answer.headers.get('location') ?? '').split('/').at(-1) ?? '';
}

/** How many groups and rules a workspace has beyond its role groups. */
export async function countGroups(service: Service, tenant: Tenant): Promise<number> {
  const rows = await service.orm.em
    .getConnection()
    .execute(`select count(*)::int as n from groups where workspace_id = '${tenant.id}' and type = 'custom'`);
  return (rows[0] as { n: number }).n;
}
