import { defineEntity, p } from '@mikro-orm/core';
import { Workspace } from '../workspace/workspace.entity.js';

const RowCountSchema = defineEntity({
  name: 'RowCount',
  tableName: 'row_counts',
  primaryKeys: ['workspace', 'list', 'type', 'slot'],
  properties: {
    workspace: () => p.manyToOne(Workspace).mapToPk().primary().deleteRule('cascade'),
    /** The table that is counted. */
    list: p.text().collation('C').primary(),
    /** The rows' own `type`; empty for users, who have none. */
    type: p.text().collation('C').primary(),
    slot: p.smallint().primary(),
    /** May be negative in one slot; the sum over the slots is the number of rows. */
    total: p.integer(),
  },
});

/**
 * How many users, groups and configured resources a workspace has. Triggers keep it, so that it is right
 * whoever writes, and spread it over slots, so that two transactions of one workspace need not wait for
 * each other. Read it with `countedRows`.
 */
export class RowCount extends RowCountSchema.class {}
RowCountSchema.setClass(RowCount);
