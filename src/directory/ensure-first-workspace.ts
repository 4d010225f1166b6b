import type { Caller, Context } from '../context.js';
import { ConstraintViolation } from '../database/driver-errors.js';
import { newUuid } from '../uuid.js';
import { getWorkspace } from '../workspace/get-workspace.js';
import { createWorkspace } from './create-workspace.js';

/**
 * Creates the workspace that the configuration describes unless it exists. Several instances may do so
 * at once: the primary key lets one of them win, and the others find it done.
 */
export async function ensureFirstWorkspace(
  newContext: (caller: Caller) => Context,
  first: { readonly id: string; readonly name: string; readonly admin: string },
): Promise<void> {
  const context = newContext({
    requestId: newUuid(),
    principal: { kind: 'admin', tokenId: null, tokenName: 'configuration', workspaceId: null, userId: null },
  });
  if (await getWorkspace(context, { id: first.id })) {
    return;
  }
  try {
    await createWorkspace(context, { id: first.id, name: first.name, adminUserName: first.admin });
  } catch (error) {
    if (!(error instanceof ConstraintViolation && error.constraint === 'workspaces_pkey')) {
      throw error;
    }
  }
}
