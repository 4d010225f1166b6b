import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import type { JsonObject } from './attributes/attribute-document.js';

const ProvisionedResourceSchema = defineEntity({
  name: 'ProvisionedResource',
  tableName: 'provisioned_resources',
  indexes: [
    { name: 'provisioned_resources_type_index', properties: ['workspace', 'type', 'id'] },
    { name: 'provisioned_resources_external_id_index', properties: ['workspace', 'type', 'externalId'] },
  ],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    type: p.text().collation('C'),
    externalId: p.text().collation('C').nullable(),
    attributes: p.json<JsonObject>(),
    search: p.json<JsonObject>().hidden(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A resource of a type that the operator configured. */
export class ProvisionedResource extends ProvisionedResourceSchema.class {}
ProvisionedResourceSchema.setClass(ProvisionedResource);
