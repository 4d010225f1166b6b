import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';

/** How a push ended: a new commit, nothing to commit, or an error. */
export const pushOutcomes = ['pushed', 'unchanged', 'failed'] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

const GitPushSchema = defineEntity({
  name: 'GitPush',
  tableName: 'git_pushes',
  indexes: [
    { name: 'git_pushes_app_index', properties: ['appId', 'id'] },
    { name: 'git_pushes_workspace_index', properties: ['workspace', 'id'] },
  ],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    /** No foreign keys: history outlives the app, and keeps the names. */
    appId: p.uuid(),
    appName: p.text().collation('C'),
    versionId: p.uuid(),
    versionName: p.text().collation('C'),
    actorTokenId: p.uuid().nullable(),
    actorName: p.text().collation('C'),
    requestId: p.text().collation('C'),
    outcome: p.enum(pushOutcomes),
    message: p.text().collation('C'),
    url: p.text().collation('C'),
    branch: p.text().collation('C'),
    directory: p.text().collation('C'),
    commitOid: p.text().collation('C').nullable(),
    errorCode: p.text().collation('C').nullable(),
    errorStep: p.text().collation('C').nullable(),
    startedAt: p.datetime(3),
    durationMs: p.integer(),
  },
});

/** That a version was pushed, or was to be: written once, when it is known how it ended. */
export class GitPush extends GitPushSchema.class {}
GitPushSchema.setClass(GitPush);
