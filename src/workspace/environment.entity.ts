import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from './workspace.entity.js';

/** The environments that every workspace is created with, in the order of promotion. */
export const defaultEnvironments = ['development', 'staging', 'production'] as const;

const EnvironmentSchema = defineEntity({
  name: 'Environment',
  tableName: 'environments',
  uniques: [{ name: 'environments_name_unique', properties: ['workspace', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    workspace: () => p.manyToOne(Workspace).mapToPk().deleteRule('cascade'),
    name: p.text().collation('C'),
    position: p.integer(),
  },
});

/** A stage that apps are promoted through. */
export class Environment extends EnvironmentSchema.class {}
EnvironmentSchema.setClass(Environment);
