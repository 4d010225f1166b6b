import type { Context } from '../../context.js';
import type { Connection } from '../../database/database.js';
import { type AttributeDocument, sameJson } from '../attributes/attribute-document.js';
import type { ProvisioningSettings } from '../provisioning-settings.js';
import { revokeTokensOfUser } from '../update-user.js';
import type { TypeInUse } from './find-type.js';
import type { MemberPlan } from './member-plan.js';
import type { StoredResource } from './provisioned-resource.js';
import { writeAudit } from './write-audit.js';
import { type MemberChange, writeMembers } from './write-members.js';
import { updateResource } from './write-resource.js';

/** A locked resource and what it is to become. */
export interface SaveInput {
  readonly workspaceId: string;
  readonly before: StoredResource;
  readonly document: AttributeDocument;
  readonly members?: MemberPlan | undefined;
  readonly settings: ProvisioningSettings;
  readonly verb: 'updated' | 'reactivated';
}

/**
 * Writes what differs. When nothing does, nothing is written and the version stays. A user who is no
 * longer active loses every token bound to it, for good.
 */
export async function saveResource(
  context: Context,
  connection: Connection,
  use: TypeInUse,
  input: SaveInput,
): Promise<{ readonly stored: StoredResource; readonly changed: boolean }> {
  const { workspaceId, before, members: plan } = input;
  const document =
    before.document.active === undefined
      ? input.document
      : { active: before.document.active, ...input.document };
  const members: MemberChange = plan
    ? await writeMembers(context, connection, { id: before.id, workspaceId }, plan, input.settings)
    : { added: 0, removed: 0, skipped: [] };
  const isSame = sameJson(before.document, document);
  if (isSame && members.added === 0 && members.removed === 0) return { stored: before, changed: false };
  const stored: StoredResource = {
    ...before,
    document,
    version: before.version + 1,
    updatedAt: context.now().toISOString(),
  };
  await updateResource(
    connection,
    use,
    { workspaceId, resource: stored, columns: isSame ? [] : await use.store.toColumns(document) },
    before.document,
    writeAudit(context, workspaceId, use.model, stored, {
      verb: input.verb,
      before: before.document,
      members,
    }),
  );
  if (before.document.active === true && document.active === false) {
    await revokeTokensOfUser(context, connection, before);
  }
  return { stored, changed: true };
}
