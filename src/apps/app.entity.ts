import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';

/** A workflow is an app of that kind: it has versions and a repository like any other. */
export const appKinds = ['app', 'workflow'] as const;
export type AppKind = (typeof appKinds)[number];

const AppSchema = defineEntity({
  name: 'App',
  tableName: 'apps',
  uniques: [
    { name: 'apps_name_unique', properties: ['workspace', 'kind', 'name'] },
    { name: 'apps_slug_unique', properties: ['workspace', 'slug'] },
  ],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    kind: p.enum(appKinds),
    name: p.text().collation('C'),
    slug: p.text().collation('C'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** An app or workflow. Its slug is fixed at creation: it names the app's directory in Git. */
export class App extends AppSchema.class {}
AppSchema.setClass(App);
