import type { JsonObject, JsonValue } from '../../src/directory/attributes/attribute-document.js';
import type { AttributeEdit } from '../../src/directory/edits/attribute-edit.js';
import type { ProvisioningResult } from '../../src/directory/provisioning/answer-resource.js';
import { configureProvisioning } from '../../src/directory/provisioning/configure-provisioning.js';
import { createProvisionedResource } from '../../src/directory/provisioning/create-provisioned-resource.js';
import { deleteProvisionedResource } from '../../src/directory/provisioning/delete-provisioned-resource.js';
import { editProvisionedResource } from '../../src/directory/provisioning/edit-provisioned-resource.js';
import { getProvisionedResource } from '../../src/directory/provisioning/get-provisioned-resource.js';
import { listProvisionedResources } from '../../src/directory/provisioning/list-provisioned-resources.js';
import type { ProvisionedResource } from '../../src/directory/provisioning/provisioned-resource.js';
import { replaceProvisionedResource } from '../../src/directory/provisioning/replace-provisioned-resource.js';
import type { ProvisioningProfile } from '../../src/directory/provisioning-settings.js';
import { DomainError } from '../../src/errors.js';
import type { Directory } from './directory.js';

export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PLATFORM = 'urn:ietf:params:scim:schemas:extension:platform:User:2.0';

type Create = Parameters<typeof createProvisionedResource>[1];
type Options = Omit<Partial<Create>, 'attributes'> & { readonly ifMatch?: readonly string[] };

/** The provisioning operations on one workspace, said briefly. */
export class Provisioning {
  constructor(
    readonly directory: Directory,
    readonly workspaceId: string,
  ) {}

  static async of(directory: Directory): Promise<Provisioning> {
    return new Provisioning(directory, await directory.newWorkspace());
  }

  #input<Input extends object>(type: string, input: Input) {
    return { workspaceId: this.workspaceId, type, ...input };
  }

  create(type: string, attributes: JsonObject, options: Options = {}): Promise<ProvisioningResult> {
    return createProvisionedResource(this.directory.context(), this.#input(type, { attributes, ...options }));
  }

  replace(
    type: string,
    id: string,
    attributes: JsonObject,
    options: Options = {},
  ): Promise<ProvisioningResult> {
    return replaceProvisionedResource(
      this.directory.context(),
      this.#input(type, { id, attributes, ...options }),
    );
  }

  edit(
    type: string,
    id: string,
    edits: readonly AttributeEdit[],
    options: Options = {},
  ): Promise<ProvisioningResult> {
    return editProvisionedResource(this.directory.context(), this.#input(type, { id, edits, ...options }));
  }

  delete(type: string, id: string, options: Options = {}): Promise<{ readonly id: string }> {
    return deleteProvisionedResource(this.directory.context(), this.#input(type, { id, ...options }));
  }

  get(type: string, id: string): Promise<ProvisionedResource | null> {
    return getProvisionedResource(this.directory.context(), this.#input(type, { id }));
  }

  list(input: Omit<Parameters<typeof listProvisionedResources>[1], 'workspaceId'>) {
    return listProvisionedResources(this.directory.context(), { workspaceId: this.workspaceId, ...input });
  }

  configure(profile: ProvisioningProfile, overrides: object = {}) {
    return configureProvisioning(this.directory.context(), {
      workspaceId: this.workspaceId,
      profile,
      overrides,
    });
  }

  /** Creates a user and gives the id. */
  async user(userName: string, attributes: JsonObject = {}): Promise<string> {
    return (await this.create('User', { userName, ...attributes })).resource.id;
  }

  /** Creates a group and gives the id. */
  async group(displayName: string, members: readonly string[] = []): Promise<string> {
    const list = members.map((value) => ({ value }));
    return (await this.create('Group', { displayName, members: list })).resource.id;
  }

  /** The ids of a group's members. */
  async members(id: string): Promise<string[]> {
    const { members = [] } = (await this.get('Group', id))?.attributes ?? {};
    return (members as readonly { readonly value: string }[]).map(({ value }) => value);
  }
}

/** An edit of an attribute, the value left out when undefined. */
export function edit(
  operation: AttributeEdit['operation'],
  attribute: string,
  value?: JsonValue,
  more: Partial<AttributeEdit> = {},
): AttributeEdit {
  return { operation, attribute, ...(value === undefined ? {} : { value }), ...more };
}

/** The condition that a sub-attribute equals a value. */
export function equal(attribute: string, value: JsonValue) {
  return { compare: { attribute, operator: 'EQ' as const, value } };
}

/** The code that work fails with; `none` when it does not fail. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'none';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
