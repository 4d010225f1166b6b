import type { AttributeEdit, AttributeFilter, Projection } from './inputs.js';
import type { JsonObject } from './json.js';
import type { ProvisionedResource } from './resource-rendering.js';

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

export interface ListVariables {
  readonly workspaceId: string;
  /** Null means every type. */
  readonly type: string | null;
  readonly where?: AttributeFilter;
  readonly orderBy?: { readonly attribute: string; readonly direction: 'ASC' | 'DESC' };
  readonly offset: number;
  readonly limit: number;
  readonly projection: Projection;
}

/** The GraphQL operations of this facade, bound to one request. */
export interface Operations {
  get(variables: OfType & { id: string; projection: Projection }): Promise<ProvisionedResource | null>;
  list(variables: ListVariables): Promise<{ totalCount: number; items: readonly ProvisionedResource[] }>;
  create(
    input: Answered & { attributes: JsonObject },
  ): Promise<{ resource: ProvisionedResource; reactivated: boolean }>;
  replace(
    input: Answered & Conditional & { attributes: JsonObject },
  ): Promise<{ resource: ProvisionedResource }>;
  edit(
    input: Answered & Conditional & { edits: readonly AttributeEdit[] },
  ): Promise<{ resource: ProvisionedResource }>;
  delete(input: OfType & Conditional): Promise<void>;
}
