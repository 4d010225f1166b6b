import { Migration } from '@mikro-orm/migrations';

const counted = ['users', 'groups', 'provisioned_resources'];

/** Numbers of rows that lists tell without counting; see row-count.entity.ts. */
export class RowCounts extends Migration {
  override up(): void {
    this.addSql(
      `create table "row_counts" ("workspace_id" uuid not null, "list" text collate "C" not null, "type" text collate "C" not null, "slot" smallint not null, "total" int not null, primary key ("workspace_id", "list", "type", "slot"))`,
    );
    this.addSql(
      `alter table "row_counts" add constraint "row_counts_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    // A transaction has one slot throughout, so it holds one lock for each list and type. When a workspace
    // goes, its rows go after it: there is nothing left to count then.
    this.addSql(
      `create function "count_rows"() returns trigger language plpgsql as $$
      declare
        sign constant int := case tg_op when 'INSERT' then 1 else -1 end;
        own_slot constant smallint := txid_current() % 16;
      begin
        if tg_table_name = 'users' then
          insert into row_counts as c (workspace_id, list, type, slot, total)
          select w.id, tg_table_name, '', own_slot, sign * count(*)
          from changed r join workspaces w on w.id = r.workspace_id group by w.id order by w.id
          on conflict (workspace_id, list, type, slot) do update set total = c.total + excluded.total;
        else
          insert into row_counts as c (workspace_id, list, type, slot, total)
          select w.id, tg_table_name, r.type, own_slot, sign * count(*)
          from changed r join workspaces w on w.id = r.workspace_id group by w.id, r.type order by w.id, r.type
          on conflict (workspace_id, list, type, slot) do update set total = c.total + excluded.total;
        end if;
        return null;
      end $$`,
    );
    for (const table of counted) {
      this.addSql(
        `create trigger "${table}_count_inserted" after insert on "${table}" referencing new table as changed for each statement execute function "count_rows"()`,
      );
      this.addSql(
        `create trigger "${table}_count_deleted" after delete on "${table}" referencing old table as changed for each statement execute function "count_rows"()`,
      );
    }
    // The triggers' locks keep writers out until the transaction ends, so nobody is counted twice or missed.
    for (const table of counted) {
      const type = table === 'users' ? `''` : '"type"';
      this.addSql(
        `insert into "row_counts" ("workspace_id", "list", "type", "slot", "total") select "workspace_id", '${table}', ${type}, 0, count(*) from "${table}" group by 1, 3`,
      );
    }
  }

  override down(): void {
    for (const table of counted) {
      this.addSql(`drop trigger "${table}_count_deleted" on "${table}"`);
      this.addSql(`drop trigger "${table}_count_inserted" on "${table}"`);
    }
    this.addSql(`drop function "count_rows"()`);
    this.addSql(`drop table "row_counts" cascade`);
  }
}
