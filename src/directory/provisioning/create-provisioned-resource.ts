import { sql } from 'kysely';
import type { Context } from '../../context.js';
import type { Connection } from '../../database/database.js';
import type { AttributeDocument, JsonObject } from '../attributes/attribute-document.js';
import { checkPrimaries, checkRequired } from '../attributes/check-document.js';
import { normaliseDocument } from '../attributes/normalise-document.js';
import type { ProvisioningSettings } from '../provisioning-settings.js';
import { userNameKey } from '../user-name.js';
import { type AnswerInput, answerWrite, type ProvisioningResult } from './answer-resource.js';
import { inWorkspace } from './filter-targets.js';
import { findType, type TypeInUse } from './find-type.js';
import { withoutMembers } from './group-members.js';
import type { MemberPlan } from './member-plan.js';
import { writtenPaths } from './projection.js';
import type { StoredResource } from './provisioned-resource.js';
import { replacedDocument } from './replaced-document.js';
import { requireReach } from './require-reach.js';
import { type StoreRow, storedColumns, toStoredResource } from './resource-store.js';
import { saveResource } from './save-resource.js';
import { requireSettings } from './workspace-settings.js';
import { type WriteFacts, writeAudit } from './write-audit.js';
import { writeMembers } from './write-members.js';
import { insertResource, type ResourceWrite } from './write-resource.js';

/** A resource to create, and what the answer carries. */
export interface CreateProvisionedResourceInput extends AnswerInput {
  readonly workspaceId: string;
  readonly type: string;
  readonly attributes: JsonObject;
}

/**
 * Creates a resource. Where the workspace says so, a user who exists but is archived is restored with
 * the given attributes instead. Throws RESOURCE_TYPE_NOT_FOUND, ATTRIBUTE_UNKNOWN, VALUE_INVALID,
 * WORKSPACE_NOT_FOUND, USER_NAME_TAKEN, GROUP_NAME_TAKEN and VALUE_TAKEN; unique indexes decide the last three.
 */
export async function createProvisionedResource(
  context: Context,
  input: CreateProvisionedResourceInput,
): Promise<ProvisioningResult> {
  const use = findType(context, input.type);
  const { model, store } = use;
  const given = normaliseDocument(model, input.attributes);
  checkRequired(model, given);
  checkPrimaries(given);
  const { document, members } = withoutMembers(model, withDefaults(use, given), 'ADD');
  const now = context.now().toISOString();
  const created: Creation = {
    workspaceId: input.workspaceId,
    resource: {
      id: context.newId(),
      version: 1,
      createdAt: now,
      updatedAt: now,
      document,
      // Nobody has been able to refer to it yet.
      ...(members ? {} : { related: [] }),
    },
    columns: await store.toColumns(document),
    members,
  };
  const { database } = context;
  await requireReach(context, database);
  const settings = await requireSettings(context, database, input.workspaceId);
  const create = async (connection: Connection): Promise<ProvisioningResult> => {
    const archived =
      settings.reactivateOnCreate && (await lockArchived(connection, use, input.workspaceId, document));
    const { stored, changed } = archived
      ? await saveResource(context, connection, use, {
          workspaceId: input.workspaceId,
          before: archived,
          document: replacedDocument(model, archived.document, document),
          settings,
          verb: 'reactivated',
        })
      : await insert(context, connection, use, created, settings);
    const written = writtenPaths(model, given);
    const resource = await answerWrite(connection, input.workspaceId, model, stored, input, written);
    return { resource, changed, reactivated: Boolean(archived) };
  };
  // Without members it is written by one statement, which is a transaction of its own.
  const isOneStatement = !settings.reactivateOnCreate && !members;
  return isOneStatement ? database.statement(create) : database.transaction(create);
}

type Creation = ResourceWrite & { readonly members: MemberPlan | undefined };

/** A group's entry in the audit trail tells how many members came, which is known after they came alone. */
async function insert(
  context: Context,
  connection: Connection,
  use: TypeInUse,
  { members, ...write }: Creation,
  settings: ProvisioningSettings,
): Promise<{ readonly stored: StoredResource; readonly changed: true }> {
  const { workspaceId, resource } = write;
  const audit = (facts: Partial<WriteFacts> = {}) =>
    writeAudit(context, workspaceId, use.model, resource, { verb: 'created', ...facts });
  await insertResource(connection, use, write, members ? undefined : audit());
  if (members) {
    const change = await writeMembers(
      context,
      connection,
      { id: resource.id, workspaceId },
      members,
      settings,
    );
    await connection.rows(audit({ members: change }));
  }
  return { stored: resource, changed: true };
}

/** A new user is active unless the client says otherwise. */
function withDefaults({ model }: TypeInUse, document: AttributeDocument): AttributeDocument {
  return model.type.name === 'User' ? { active: true, ...document } : document;
}

/** The archived user of the same name, else of the same external id, locked. */
async function lockArchived(
  connection: Connection,
  { model, store }: TypeInUse,
  workspaceId: string,
  document: AttributeDocument,
): Promise<StoredResource | undefined> {
  if (model.type.name !== 'User') return undefined;
  const key = userNameKey(String(document.userName));
  const externalId = typeof document.externalId === 'string' ? document.externalId : null;
  const row = await connection.first(sql<StoreRow>`
    select ${storedColumns(store)} from users r
    where ${inWorkspace(workspaceId)} and r.status = 'archived'
      and (r.user_name_key = ${key} or r.external_id = ${externalId}::text)
    order by (r.user_name_key = ${key}) desc, r.id limit 1 for update of r`);
  return row && toStoredResource(store, row);
}
