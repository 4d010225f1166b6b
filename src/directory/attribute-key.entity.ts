import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';

const AttributeKeySchema = defineEntity({
  name: 'AttributeKey',
  tableName: 'attribute_keys',
  primaryKeys: ['workspace', 'resourceType', 'attribute', 'key', 'resourceId'],
  uniques: [
    { name: 'attribute_keys_unique', properties: ['workspace', 'resourceType', 'attribute', 'uniqueKey'] },
  ],
  indexes: [{ name: 'attribute_keys_resource_index', properties: ['resourceId'] }],
  properties: {
    workspace: () => p.manyToOne(Workspace).mapToPk().primary().deleteRule('cascade'),
    resourceType: p.text().collation('C').primary(),
    /** The path in the spelling of the schemas: `emails.value`. */
    attribute: p.text().collation('C').primary(),
    key: p.text().collation('C').primary(),
    /** No foreign key, since the types live in different tables. */
    resourceId: p.uuid().primary(),
    /** The key when no two resources may share it, else null. */
    uniqueKey: p.text().collation('C').nullable(),
  },
});

/** A value by which a resource is looked up or must be unique, where no column holds it. */
export class AttributeKey extends AttributeKeySchema.class {}
AttributeKeySchema.setClass(AttributeKey);
