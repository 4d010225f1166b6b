import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';

const DataSourceSchema = defineEntity({
  name: 'DataSource',
  tableName: 'data_sources',
  uniques: [{ name: 'data_sources_name_unique', properties: ['workspace', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    name: p.text().collation('C'),
    kind: p.text().collation('C'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** Something that queries of apps read from or write to; `kind` is a word such as `postgresql`. */
export class DataSource extends DataSourceSchema.class {}
DataSourceSchema.setClass(DataSource);
