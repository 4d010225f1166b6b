import { CreateTables } from './20261120000000-create-tables.js';
import { AuditPreviousValues } from './20261120030000-audit-previous-values.js';
import { Provisioning } from './20261121000000-provisioning.js';
import { CreateGitTables } from './20261121010000-git.js';
import { RowCounts } from './20261121020000-row-counts.js';

/** Every migration in the order in which they run. */
export const migrations = [
  { name: '20261120000000-create-tables', class: CreateTables },
  { name: '20261120030000-audit-previous-values', class: AuditPreviousValues },
  { name: '20261121000000-provisioning', class: Provisioning },
  { name: '20261121010000-git', class: CreateGitTables },
  { name: '20261121020000-row-counts', class: RowCounts },
];
