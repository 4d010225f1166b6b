import { AttributeNames } from '../../../facades/scim/attribute-names.js';
import type { Dialect } from '../../../facades/scim/dialect.js';
import { ScimError } from '../../../facades/scim/errors.js';
import { createResourceModel } from '../../../src/directory/attributes/resource-model.js';
import {
  type ProvisioningProfile,
  provisioningProfiles,
} from '../../../src/directory/provisioning-settings.js';

const model = createResourceModel('platform');

/** How a request about a built-in type is read under one of the profiles. */
export function dialectOf(type: 'User' | 'Group', profile: ProvisioningProfile = 'standard'): Dialect {
  const typeModel = model.types.get(type.toLowerCase());
  if (!typeModel) throw new Error(`There is no type ${type}.`);
  return { names: new AttributeNames(typeModel), settings: provisioningProfiles[profile] };
}

/** What a refused request answers: status, keyword and detail. */
export function refusalOf(action: () => unknown): {
  status: number;
  scimType: string | undefined;
  detail: string;
} {
  try {
    action();
  } catch (error) {
    if (error instanceof ScimError) {
      return { status: error.status, scimType: error.scimType, detail: error.message };
    }
    throw error;
  }
  throw new Error('The request was accepted.');
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const PLATFORM = 'urn:ietf:params:scim:schemas:extension:platform:User:2.0';
