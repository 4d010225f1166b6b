import { Migration } from '@mikro-orm/migrations';

/** Git repositories of apps and the history of pushes. */
export class CreateGitTables extends Migration {
  override up(): void {
    this.addSql(
      `create table "git_pushes" ("id" uuid not null, "workspace_id" uuid not null, "app_id" uuid not null, "app_name" text collate "C" not null, "version_id" uuid not null, "version_name" text collate "C" not null, "actor_token_id" uuid null, "actor_name" text collate "C" not null, "request_id" text collate "C" not null, "outcome" text not null, "message" text collate "C" not null, "url" text collate "C" not null, "branch" text collate "C" not null, "directory" text collate "C" not null, "commit_oid" text collate "C" null, "error_code" text collate "C" null, "error_step" text collate "C" null, "started_at" timestamptz(3) not null, "duration_ms" int not null, primary key ("id"))`,
    );
    this.addSql(`create index "git_pushes_app_index" on "git_pushes" ("app_id", "id")`);
    this.addSql(`create index "git_pushes_workspace_index" on "git_pushes" ("workspace_id", "id")`);
    this.addSql(
      `create table "git_repositories" ("id" uuid not null, "workspace_id" uuid not null, "app_id" uuid not null, "url" text collate "C" not null, "branch" text collate "C" not null, "directory" text collate "C" not null, "author_name" text collate "C" not null, "author_email" text collate "C" not null, "username" text collate "C" null, "sealed_token" text collate "C" null, "enabled" boolean not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, primary key ("id"))`,
    );
    this.addSql(
      `alter table "git_repositories" add constraint "git_repositories_app_unique" unique ("app_id")`,
    );
    this.addSql(
      `alter table "git_pushes" add constraint "git_pushes_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "git_pushes" add constraint "git_pushes_outcome_check" check ("outcome" in ('pushed', 'unchanged', 'failed'))`,
    );
    this.addSql(
      `alter table "git_repositories" add constraint "git_repositories_workspace_id_foreign" foreign key ("workspace_id") references "workspaces" ("id") on delete cascade`,
    );
    this.addSql(
      `alter table "git_repositories" add constraint "git_repositories_app_id_foreign" foreign key ("app_id") references "apps" ("id") on delete cascade`,
    );
  }

  override down(): void {
    this.addSql(`drop table "git_pushes" cascade`);
    this.addSql(`drop table "git_repositories" cascade`);
  }
}
