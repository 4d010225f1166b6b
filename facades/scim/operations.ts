import type { Execute, Operation } from '../../schema/execute.js';
import type { Caller } from '../../src/context.js';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import type { ProvisionedResource } from '../../src/directory/provisioning/provisioned-resource.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import { DomainError } from '../../src/errors.js';
import { operation } from '../operation.js';
import type { AttributeEdit, AttributeFilter, Projection } from './inputs.js';

interface OfType {
  readonly workspaceId: string;
  readonly type: string;
}

interface Answered extends OfType {
  readonly projection: Projection;
  /** True when nothing of the resource but its version is going to be shown. */
  readonly minimal: boolean;
}

interface Conditional {
  readonly id: string;
  readonly ifMatch?: readonly string[];
}

interface GetVariables extends OfType {
  readonly id: string;
  readonly projection: Projection;
}

interface ListVariables {
  readonly workspaceId: string;
  /** Null means every type. */
  readonly type: string | null;
  readonly where?: AttributeFilter;
  readonly orderBy?: { readonly attribute: string; readonly direction: 'ASC' | 'DESC' };
  readonly offset: number;
  readonly limit: number;
  readonly projection: Projection;
}

type CreateInput = Answered & { readonly attributes: JsonObject };
type ReplaceInput = Answered & Conditional & { readonly attributes: JsonObject };
type EditInput = Answered & Conditional & { readonly edits: readonly AttributeEdit[] };
type DeleteInput = OfType & Conditional;
type Written = { readonly resource: ProvisionedResource };
type Page = { readonly totalCount: number; readonly items: readonly ProvisionedResource[] };

const FIELDS = 'id type schemas version createdAt updatedAt attributes';

const get = operation<GetVariables, { resource: ProvisionedResource | null }>(`
  query ProvisionedResource($workspaceId: ID!, $type: String!, $id: ID!, $projection: ProjectionInput) {
    resource: provisionedResource(workspaceId: $workspaceId, type: $type, id: $id, projection: $projection) { ${FIELDS} }
  }`);

const list = operation<ListVariables, { resources: Page | null }>(`
  query ProvisionedResources(
    $workspaceId: ID!, $type: String, $where: AttributeFilterInput, $orderBy: AttributeOrderInput,
    $offset: Int, $limit: Int, $projection: ProjectionInput
  ) {
    resources: provisionedResources(
      workspaceId: $workspaceId, type: $type, where: $where, orderBy: $orderBy,
      offset: $offset, first: $limit, projection: $projection
    ) { totalCount items: nodes { ${FIELDS} } }
  }`);

const create = operation<{ input: CreateInput }, { result: Written & { reactivated: boolean } }>(`
  mutation CreateProvisionedResource($input: CreateProvisionedResourceInput!) {
    result: createProvisionedResource(input: $input) { resource { ${FIELDS} } reactivated }
  }`);

const replace = operation<{ input: ReplaceInput }, { result: Written }>(`
  mutation ReplaceProvisionedResource($input: ReplaceProvisionedResourceInput!) {
    result: replaceProvisionedResource(input: $input) { resource { ${FIELDS} } }
  }`);

const edit = operation<{ input: EditInput }, { result: Written }>(`
  mutation EditProvisionedResource($input: EditProvisionedResourceInput!) {
    result: editProvisionedResource(input: $input) { resource { ${FIELDS} } }
  }`);

const remove = operation<{ input: DeleteInput }, unknown>(`
  mutation DeleteProvisionedResource($input: DeleteProvisionedResourceInput!) {
    deleteProvisionedResource(input: $input) { id }
  }`);

/** The settings as GraphQL gives them: closed sets in capitals. */
export type SettingsInWords = Readonly<Record<keyof ProvisioningSettings, boolean | string>>;

/** What the workspace tolerates; every facade setting is asked for. */
export const provisioningSettings = operation<{ workspaceId: string }, { settings: SettingsInWords | null }>(`
  query ProvisioningSettings($workspaceId: ID!) {
    settings: provisioningSettings(workspaceId: $workspaceId) {
      unknownAttributes unknownSchemas booleanStrings flexibleValues pathlessPaths unknownPaths unquotedLiterals
      emptyOperations groupPatchReply requireIfMatch oldUrns discoveryFilter createMissingElements missingTargets
      unknownMembers reactivateOnCreate
    }
  }`);

/** Every operation of this facade, to be checked against the schema at start. */
export const scimOperations: readonly Operation<never, unknown>[] = [
  get,
  list,
  create,
  replace,
  edit,
  remove,
  provisioningSettings,
];

/** The operations of this facade, bound to one request. */
export interface Operations {
  get(variables: GetVariables): Promise<ProvisionedResource | null>;
  list(variables: ListVariables): Promise<Page>;
  create(input: CreateInput): Promise<Written & { readonly reactivated: boolean }>;
  replace(input: ReplaceInput): Promise<Written>;
  edit(input: EditInput): Promise<Written>;
  delete(input: DeleteInput): Promise<void>;
}

/** Binds the operations to who asks. */
export function bindOperations(execute: Execute, caller: Caller): Operations {
  return {
    get: async (variables) => (await execute(get, variables, caller)).resource,
    list: async (variables) => {
      const { resources } = await execute(list, variables, caller);
      if (!resources) throw DomainError.of('WORKSPACE_NOT_FOUND', { id: variables.workspaceId });
      return resources;
    },
    create: async (input) => (await execute(create, { input }, caller)).result,
    replace: async (input) => (await execute(replace, { input }, caller)).result,
    edit: async (input) => (await execute(edit, { input }, caller)).result,
    delete: async (input) => {
      await execute(remove, { input }, caller);
    },
  };
}
