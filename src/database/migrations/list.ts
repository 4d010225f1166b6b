import { CreateTables } from './20261120000000-create-tables.js';
import { Provisioning } from './20261121000000-provisioning.js';
import { CreateGitTables } from './20261121010000-git.js';

/** Every migration in the order in which they run. */
export const migrations = [
  { name: '20261120000000-create-tables', class: CreateTables },
  { name: '20261121000000-provisioning', class: Provisioning },
  { name: '20261121010000-git', class: CreateGitTables },
];
