import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, type PubSub } from 'type-graphql';
import { LicenseResolver } from './access/license.resolver.js';
import { TokenResolver } from './access/token.resolver.js';
import { AppResolver } from './apps/app.resolver.js';
import { DataSourceResolver } from './apps/data-source.resolver.js';
import { AppGitResolver, GitResolver, WorkspaceGitResolver } from './apps/git.resolver.js';
import { authChecker } from './auth-checker.js';
import { GroupResolver } from './directory/group.resolver.js';
import { ProvisionedResourceResolver } from './directory/provisioned-resource.resolver.js';
import { ProvisioningSettingsResolver } from './directory/provisioning-settings.resolver.js';
import { UserResolver } from './directory/user.resolver.js';
import { WorkspaceResolver } from './workspace/workspace.resolver.js';

/** Subscriptions here bring their own source of events; TypeGraphQL asks for a common one all the same. */
const unused: PubSub = {
  publish() {},
  subscribe() {
    throw new Error('This schema publishes nothing by topic.');
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
      DataSourceResolver,
      GitResolver,
      GroupResolver,
      LicenseResolver,
      ProvisionedResourceResolver,
      ProvisioningSettingsResolver,
      TokenResolver,
      UserResolver,
      WorkspaceGitResolver,
      WorkspaceResolver,
    ],
    authChecker,
    pubSub: unused,
    // The domain validates its input; class-validator would do it a second time.
    validate: false,
  });
}
