import { Migration } from '@mikro-orm/migrations';

/** The tables of the first release. */
export class CreateTables extends Migration {
  override up(): void {
    this.addSql(
      `create table "audit_entries" ("id" uuid not null, "workspace_id" uuid null, "at" timestamptz(3) not null, "actor_kind" text collate "C" not null, "actor_token_id" uuid null, "actor_name" text collate "C" not null, "action" text collate "C" not null, "subject_type" text collate "C" not null, "subject_id" uuid null, "subject_name" text collate "C" null, "changes" jsonb not null, "request_id" text collate "C" not null, primary key ("id"))`,
    );
    this.addSql(`create index "audit_entries_workspace_index" on "audit_entries" ("workspace_id", "id")`);
    this.addSql(`create index "audit_entries_subject_index" on "audit_entries" ("subject_id", "id")`);
    this.addSql(
      `create table "licenses" ("id" smallint not null, "jws" text not null, "installed_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`alter table "licenses" add constraint "licenses_single_row" check (id = 1)`);
    this.addSql(
      `create table "workspaces" ("id" uuid not null, "name" text collate "C" not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `create table "users" ("id" uuid not null, "workspace_id" uuid not null, "user_name" text collate "C" not null, "user_name_key" text collate "C" not null, "display_name" text collate "C" null, "role" text not null, "status" text not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(`create index "users_workspace_role_index" on "users" ("workspace_id", "role", "status")`);
    this.addSql(
      `alter table "users" add constraint "users_user_name_unique" unique ("workspace_id", "user_name_key")`,
    );
    this.addSql(
      `alter table "users" add constraint "users_role_check" check ("role" in ('admin', 'builder', 'end-user'))`,
    );
    this.addSql(
      `alter table "users" add constraint "users_status_check" check ("status" in ('active', 'archived'))`,
    );
    this.addSql(
      `create table "tokens" ("id" uuid not null, "workspace_id" uuid null, "user_id" uuid null, "kind" text not null, "name" text collate "C" not null, "hash" text collate "C" not null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, "last_used_at" timestamptz(3) null, primary key ("id"))`,
    );
    this.addSql(`create index "tokens_workspace_index" on "tokens" ("workspace_id", "id")`);
    this.addSql(`create index "tokens_user_index" on "tokens" ("user_id")`);
    this.addSql(`alter table "tokens" add constraint "tokens_hash_unique" unique ("hash")`);
    this.addSql(
      `alter table "tokens" add constraint "tokens_kind_check" check ("kind" in ('external', 'scim', 'admin'))`,
    );
    this.addSql(
      `create table "groups" ("id" uuid not null, "workspace_id" uuid not null, "name" text collate "C" not null, "name_key" text collate "C" not null, "type" text not null, "role" text null, "app_create" boolean not null, "app_delete" boolean not null, "folder_crud" boolean not null, "org_constant_crud" boolean not null, "data_source_create" boolean not null, "data_source_delete" boolean not null, "workflow_create" boolean not null, "workflow_delete" boolean not null, "app_promote" boolean not null, "app_release" boolean not null, "disabled" boolean not null, "version" int not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "groups" add constraint "groups_name_unique" unique ("workspace_id", "name_key")`,
    );
    this.addSql(
      `alter table "groups" add constraint "groups_type_check" check ("type" in ('custom', 'default'))`,
    );
    this.addSql(
      `alter table "groups" add constraint "groups_role_check" check ("role" in ('admin', 'builder', 'end-user'))`,
    );
    this.addSql(
      `create table "permission_rules" ("id" uuid not null, "workspace_id" uuid not null, "group_id" uuid not null, "position" int not null, "type" text not null, "apply_to_all" boolean not null, "can_edit" boolean not null, "hide_from_dashboard" boolean not null, "can_use" boolean not null, "can_configure" boolean not null, "environments" text[] null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "permission_rules" add constraint "permission_rules_position_unique" unique ("group_id", "position")`,
    );
    this.addSql(
      `alter table "permission_rules" add constraint "permission_rules_type_check" check ("type" in ('app', 'data_source', 'workflow'))`,
    );
    this.addSql(
      `create table "memberships" ("group_id" uuid not null, "user_id" uuid not null, "workspace_id" uuid not null, "created_at" timestamptz(3) not null, primary key ("group_id", "user_id"))`,
    );
    this.addSql(`create index "memberships_user_index" on "memberships" ("user_id", "group_id")`);
    this.addSql(
      `create table "environments" ("id" uuid not null, "workspace_id" uuid not null, "name" text collate "C" not null, "position" int not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "environments" add constraint "environments_name_unique" unique ("workspace_id", "name")`,
    );
    this.addSql(
      `create table "data_sources" ("id" uuid not null, "workspace_id" uuid not null, "name" text collate "C" not null, "kind" text collate "C" not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "data_sources" add constraint "data_sources_name_unique" unique ("workspace_id", "name")`,
    );
    this.addSql(
      `create table "permission_rule_data_sources" ("rule_id" uuid not null, "data_source_id" uuid not null, primary key ("rule_id", "data_source_id"))`,
    );
    this.addSql(
      `create index "permission_rule_data_sources_data_source_index" on "permission_rule_data_sources" ("data_source_id")`,
    );
    this.addSql(
      `create table "apps" ("id" uuid not null, "workspace_id" uuid not null, "kind" text not null, "name" text collate "C" not null, "slug" text collate "C" not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "apps" add constraint "apps_name_unique" unique ("workspace_id", "kind", "name")`,
    );
    this.addSql(`alter table "apps" add constraint "apps_slug_unique" unique ("workspace_id", "slug")`);
    this.addSql(`alter table "apps" add constraint "apps_kind_check" check ("kind" in ('app', 'workflow'))`);
    this.addSql(
      `create table "permission_rule_apps" ("rule_id" uuid not null, "app_id" uuid not null, primary key ("rule_id", "app_id"))`,
    );
    this.addSql(`create index "permission_rule_apps_app_index" on "permission_rule_apps" ("app_id")`);
    this.addSql(
      `create table "app_versions" ("id" uuid not null, "workspace_id" uuid not null, "app_id" uuid not null, "name" text collate "C" not null, "definition" json not null, "created_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "app_versions" add constraint "app_versions_name_unique" unique ("app_id", "name")`,
    );
    this.addSql(
      `alter table "users" add constraint "users_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "tokens" add constraint "tokens_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "tokens" add constraint "tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "groups" add constraint "groups_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "permission_rules" add constraint "permission_rules_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "permission_rules" add constraint "permission_rules_group_id_foreign" foreign key ("group_id") references "groups" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "memberships" add constraint "memberships_group_id_foreign" foreign key ("group_id") references "groups" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "memberships" add constraint "memberships_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "memberships" add constraint "memberships_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "environments" add constraint "environments_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "data_sources" add constraint "data_sources_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "permission_rule_data_sources" add constraint "permission_rule_data_sources_rule_id_foreign" foreign key ("rule_id") references "permission_rules" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "permission_rule_data_sources" add constraint "permission_rule_data_sources_data_source_id_foreign" foreign key ("data_source_id") references "data_sources" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "apps" add constraint "apps_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "permission_rule_apps" add constraint "permission_rule_apps_rule_id_foreign" foreign key ("rule_id") references "permission_rules" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "permission_rule_apps" add constraint "permission_rule_apps_app_id_foreign" foreign key ("app_id") references "apps" ("id") on update cascade on delete cascade`,
    );
    this.addSql(
      `alter table "app_versions" add constraint "app_versions_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "app_versions" add constraint "app_versions_app_id_foreign" foreign key ("app_id") references "apps" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "audit_entries" cascade`);
    this.addSql(`drop table "licenses" cascade`);
    this.addSql(`drop table "workspaces" cascade`);
    this.addSql(`drop table "users" cascade`);
    this.addSql(`drop table "tokens" cascade`);
    this.addSql(`drop table "groups" cascade`);
    this.addSql(`drop table "permission_rules" cascade`);
    this.addSql(`drop table "memberships" cascade`);
    this.addSql(`drop table "environments" cascade`);
    this.addSql(`drop table "data_sources" cascade`);
    this.addSql(`drop table "permission_rule_data_sources" cascade`);
    this.addSql(`drop table "apps" cascade`);
    this.addSql(`drop table "permission_rule_apps" cascade`);
    this.addSql(`drop table "app_versions" cascade`);
  }
}
