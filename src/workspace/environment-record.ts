import { sql } from 'kysely';
import { allColumns } from '../database/fields.js';
import { defaultEnvironments } from './environment.entity.js';

/** A stage that apps are promoted through. */
export interface EnvironmentRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Its place in the order of promotion, from 0. */
  readonly position: number;
  /** True for the environments that every workspace has: they keep their names and stay. */
  readonly builtIn: boolean;
}

/** The columns of an EnvironmentRecord, of an `environments` aliased `e`. */
export const environmentColumns = allColumns<EnvironmentRecord>({
  id: sql`e.id`,
  workspaceId: sql`e.workspace_id`,
  name: sql`e.name`,
  position: sql`e.position`,
  builtIn: sql`e.name in (${sql.join(defaultEnvironments)})`,
});
