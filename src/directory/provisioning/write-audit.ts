import type { RawBuilder } from 'kysely';
import { auditEntry } from '../../audit/record.js';
import type { Context } from '../../context.js';
import { type AttributeDocument, isJsonObject, sameJson } from '../attributes/attribute-document.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { StoredResource } from './provisioned-resource.js';

/** What a write did, for the audit trail: the names of changed attributes, never their values. */
export interface WriteFacts {
  readonly verb: 'created' | 'updated' | 'deleted' | 'reactivated';
  readonly before?: AttributeDocument;
  readonly members?: {
    readonly added: number;
    readonly removed: number;
    readonly skipped: readonly string[];
  };
}

/** The statement that records a write of a provisioned resource. */
export function writeAudit(
  context: Context,
  workspaceId: string,
  model: ResourceTypeModel,
  { id, document }: StoredResource,
  { verb, before = {}, members }: WriteFacts,
): RawBuilder<unknown> {
  const noun = ['User', 'Group'].includes(model.type.name) ? model.type.name.toLowerCase() : model.type.name;
  const attributes = verb === 'deleted' ? [] : changedNames(before, document);
  const name = document.userName ?? document.displayName ?? null;
  return auditEntry(context, {
    workspaceId,
    action: `${noun}.${verb}`,
    subject: { type: noun, id, name: typeof name === 'string' ? name : null },
    changes: {
      ...(attributes.length > 0 ? { attributes } : {}),
      ...(verb === 'updated' && before.active !== document.active ? { active: document.active } : {}),
      ...(verb === 'updated' && roleIn(before) !== roleIn(document) ? { role: roleIn(document) } : {}),
      ...(members && (members.added > 0 || members.removed > 0)
        ? { members: { added: members.added, removed: members.removed } }
        : {}),
      ...(members && members.skipped.length > 0 ? { skippedMembers: members.skipped.slice(0, 100) } : {}),
    },
    ...(verb === 'updated' && roleIn(before) !== roleIn(document)
      ? { previous: { role: roleIn(before) } }
      : {}),
  });

  /** Who may do what is reviewed by the changes of role, so these are told with their values. */
  function roleIn(attributes: AttributeDocument): unknown {
    const platform = attributes[context.resources.platformSchemaId];
    return isJsonObject(platform) ? platform.role : undefined;
  }
}

function changedNames(before: AttributeDocument, after: AttributeDocument): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name], after[name]),
  );
}
