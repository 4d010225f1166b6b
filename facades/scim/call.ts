import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../../src/directory/attributes/attribute-document.js';
import type { ProvisioningSettings } from '../../src/directory/provisioning-settings.js';
import type { AttributeNames } from './attribute-names.js';
import type { Operations } from './operations.js';
import type { Addresses } from './resource-rendering.js';

/** One authenticated request, as the endpoints see it: no Koa, no sockets. */
export interface Call {
  /** The query string without its question mark. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: () => Promise<JsonObject>;
  readonly addresses: Addresses;
  readonly workspaceId: string;
  /** The user that the token is bound to, for `/Me`. */
  readonly userId: string | null;
  readonly settings: ProvisioningSettings;
  readonly operations: Operations;
}

/** A request to the resources of one type. */
export interface TypeCall extends Call {
  readonly names: AttributeNames;
}
