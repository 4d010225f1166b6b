import { Migration } from '@mikro-orm/migrations';

/** What provisioning clients store beyond the first release: attributes, look-up keys, nested groups. */
export class Provisioning extends Migration {
  override up(): void {
    this.addSql(`alter table "workspaces" add column "provisioning" jsonb not null default '{}'::jsonb`);
    this.addSql(
      `alter table "users" add column "display_name_key" text collate "C" null, add column "external_id" text collate "C" null, add column "password_hash" text null, add column "attributes" jsonb not null default '{}'::jsonb, add column "search" jsonb not null default '{}'::jsonb`,
    );
    this.addSql(
      `update "users" set "display_name_key" = lower("display_name") where "display_name" is not null`,
    );
    this.addSql(`create index "users_workspace_index" on "users" ("workspace_id", "id")`);
    this.addSql(`create index "users_external_id_index" on "users" ("workspace_id", "external_id")`);
    this.addSql(`create index "users_display_name_index" on "users" ("workspace_id", "display_name_key")`);
    this.addSql(
      `alter table "groups" add column "external_id" text collate "C" null, add column "attributes" jsonb not null default '{}'::jsonb, add column "search" jsonb not null default '{}'::jsonb`,
    );
    this.addSql(`create index "groups_workspace_index" on "groups" ("workspace_id", "id")`);
    this.addSql(`create index "groups_external_id_index" on "groups" ("workspace_id", "external_id")`);
    this.addSql(
      `create table "nested_groups" ("group_id" uuid not null, "member_id" uuid not null, "workspace_id" uuid not null, "created_at" timestamptz(3) not null, primary key ("group_id", "member_id"))`,
    );
    this.addSql(`create index "nested_groups_member_index" on "nested_groups" ("member_id", "group_id")`);
    this.addSql(
      `create table "provisioned_resources" ("id" uuid not null, "workspace_id" uuid not null, "type" text collate "C" not null, "external_id" text collate "C" null, "attributes" jsonb not null, "search" jsonb not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `create index "provisioned_resources_type_index" on "provisioned_resources" ("workspace_id", "type", "id")`,
    );
    this.addSql(
      `create index "provisioned_resources_external_id_index" on "provisioned_resources" ("workspace_id", "type", "external_id")`,
    );
    this.addSql(
      `create table "attribute_keys" ("workspace_id" uuid not null, "resource_type" text collate "C" not null, "attribute" text collate "C" not null, "key" text collate "C" not null, "resource_id" uuid not null, "unique_key" text collate "C" null, primary key ("workspace_id", "resource_type", "attribute", "key", "resource_id"))`,
    );
    this.addSql(`create index "attribute_keys_resource_index" on "attribute_keys" ("resource_id")`);
    this.addSql(
      `alter table "attribute_keys" add constraint "attribute_keys_unique" unique ("workspace_id", "resource_type", "attribute", "unique_key")`,
    );
    this.addSql(
      `alter table "nested_groups" add constraint "nested_groups_group_id_foreign" foreign key ("group_id") references "groups" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "nested_groups" add constraint "nested_groups_member_id_foreign" foreign key ("member_id") references "groups" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "nested_groups" add constraint "nested_groups_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "provisioned_resources" add constraint "provisioned_resources_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "attribute_keys" add constraint "attribute_keys_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "attribute_keys" cascade`);
    this.addSql(`drop table "provisioned_resources" cascade`);
    this.addSql(`drop table "nested_groups" cascade`);
    this.addSql(`drop index "groups_external_id_index"`);
    this.addSql(`drop index "groups_workspace_index"`);
    this.addSql(
      `alter table "groups" drop column "external_id", drop column "attributes", drop column "search"`,
    );
    this.addSql(`drop index "users_display_name_index"`);
    this.addSql(`drop index "users_external_id_index"`);
    this.addSql(`drop index "users_workspace_index"`);
    this.addSql(
      `alter table "users" drop column "display_name_key", drop column "external_id", drop column "password_hash", drop column "attributes", drop column "search"`,
    );
    this.addSql(`alter table "workspaces" drop column "provisioning"`);
  }
}
