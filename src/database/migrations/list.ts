import { CreateTables } from './20261120000000-create-tables.js';

/** Every migration in the order in which they run. */
export const migrations = [{ name: '20261120000000-create-tables', class: CreateTables }];
