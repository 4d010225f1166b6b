import { Migration } from '@mikro-orm/migrations';

/** Audit entries keep what a field was before, so that a change of role can be reviewed. */
export class AuditPreviousValues extends Migration {
  override up(): void {
    this.addSql(`alter table "audit_entries" add column "previous" jsonb null`);
  }

  override down(): void {
    this.addSql(`alter table "audit_entries" drop column "previous"`);
  }
}
