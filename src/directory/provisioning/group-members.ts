import { type AttributeDocument, withMember } from '../attributes/attribute-document.js';
import { findAttribute, isExtensionPath } from '../attributes/attribute-path.js';
import type { ResourceTypeModel } from '../attributes/resource-model.js';
import type { ExtensionRemoval, ResolvedEdit } from '../edits/attribute-edit.js';
import { isCore } from './filter-targets.js';
import { type MemberPlan, planMembers } from './member-plan.js';

/**
 * A document without its members, and the plan that brings those in: REPLACE makes the members of a group
 * exactly those of the document, ADD is for a new group and needs no plan when there are none.
 */
export function withoutMembers(
  model: ResourceTypeModel,
  document: AttributeDocument,
  operation: 'ADD' | 'REPLACE',
): { readonly document: AttributeDocument; readonly members: MemberPlan | undefined } {
  const path = model.type.name === 'Group' ? findAttribute(model, 'members') : undefined;
  if (!path || isExtensionPath(path)) return { document, members: undefined };
  const { members: value = [] } = document;
  const isEmpty = Array.isArray(value) && value.length === 0;
  return {
    document: withMember(document, 'members', undefined),
    members: operation === 'ADD' && isEmpty ? undefined : planMembers([{ operation, path, value }]),
  };
}

/** Edits of a group's members, which are set operations, apart from those of its document. */
export function splitMemberEdits(
  model: ResourceTypeModel,
  edits: readonly (ResolvedEdit | ExtensionRemoval)[],
): {
  readonly edits: readonly (ResolvedEdit | ExtensionRemoval)[];
  readonly members: MemberPlan | undefined;
} {
  const isOfMembers = (edit: ResolvedEdit | ExtensionRemoval): edit is ResolvedEdit =>
    model.type.name === 'Group' && 'path' in edit && isCore(edit.path, 'members');
  const ofMembers = edits.filter(isOfMembers);
  return {
    edits: edits.filter((edit) => !isOfMembers(edit)),
    members: ofMembers.length > 0 ? planMembers(ofMembers) : undefined,
  };
}
