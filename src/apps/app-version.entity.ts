import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import { App } from './app.entity.js';

const AppVersionSchema = defineEntity({
  name: 'AppVersion',
  tableName: 'app_versions',
  uniques: [{ name: 'app_versions_name_unique', properties: ['app', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    app: () => p.manyToOne(App).mapToPk().deleteRule('cascade'),
    name: p.text().collation('C'),
    definition: p.json<unknown>().columnType('json').lazy(),
    createdAt: p.datetime(3),
  },
});

/** An unchangeable state of an app; the definition's shape is that of `version-definition.ts`. */
export class AppVersion extends AppVersionSchema.class {}
AppVersionSchema.setClass(AppVersion);
