import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';
import { LicenseResolver } from './access/license.resolver.js';
import { TokenResolver } from './access/token.resolver.js';
import { ViewerResolver } from './access/viewer.resolver.js';
import { AppResolver } from './apps/app.resolver.js';
import { AppVersionResolver } from './apps/app-version.resolver.js';
import { DataSourceResolver } from './apps/data-source.resolver.js';
import { AppGitResolver, GitResolver, WorkspaceGitResolver } from './apps/git.resolver.js';
import { AuditEntryResolver } from './audit/audit-entry.resolver.js';
import { authChecker } from './auth-checker.js';
import { GroupResolver } from './directory/group.resolver.js';
import { ProvisionedResourceResolver } from './directory/provisioned-resource.resolver.js';
import { ProvisioningSettingsResolver } from './directory/provisioning-settings.resolver.js';
import { UserResolver } from './directory/user.resolver.js';
import { EnvironmentResolver } from './workspace/environment.resolver.js';
import { WorkspaceResolver } from './workspace/workspace.resolver.js';

/** Subscriptions bring iterables of their own; TypeGraphQL asks for an engine of topics nevertheless. */
const pubSub: PubSub = {
  publish: () => {},
  subscribe: (topic) => {
    throw new Error(`Nothing is published under the topic ${topic}.`);
  },
};

/**
 * Builds the one schema. Each call makes a new object: Apollo wraps the resolvers of the schema it is
 * given in place, and the facades' executor wants one that nobody has touched.
 */
export function buildSchema(): GraphQLSchema {
  return buildSchemaSync({
    resolvers: [
      AppGitResolver,
      AppResolver,
      AppVersionResolver,
      AuditEntryResolver,
      DataSourceResolver,
      GitResolver,
      EnvironmentResolver,
      GroupResolver,
      LicenseResolver,
      ProvisionedResourceResolver,
      ProvisioningSettingsResolver,
      TokenResolver,
      UserResolver,
      ViewerResolver,
      WorkspaceGitResolver,
      WorkspaceResolver,
    ],
    authChecker,
    pubSub,
    // The domain validates its input; class-validator would do it a second time.
    validate: false,
  });
}
