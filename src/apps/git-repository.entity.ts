import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';
import { App } from './app.entity.js';

const GitRepositorySchema = defineEntity({
  name: 'GitRepository',
  tableName: 'git_repositories',
  uniques: [{ name: 'git_repositories_app_unique', properties: ['app'] }],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    app: () => p.manyToOne(App).mapToPk().deleteRule('cascade'),
    url: p.text().collation('C'),
    branch: p.text().collation('C'),
    directory: p.text().collation('C'),
    authorName: p.text().collation('C'),
    authorEmail: p.text().collation('C'),
    /** Null where the remote takes pushes from anybody. */
    username: p.text().collation('C').nullable(),
    /** Sealed by the keyring; see `keyring.ts` for the format. */
    sealedToken: p.text().collation('C').nullable().hidden(),
    enabled: p.boolean(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** Where the versions of an app are pushed to, and as whom. */
export class GitRepository extends GitRepositorySchema.class {}
GitRepositorySchema.setClass(GitRepository);
