import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  Mutation,
  ObjectType,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import type { AppRecord } from '../../src/apps/app-record.js';
import { configureGitRepository } from '../../src/apps/configure-git-repository.js';
import { getGitRepositories } from '../../src/apps/get-git-repositories.js';
import { listAppGitPushes, listWorkspaceGitPushes } from '../../src/apps/list-git-pushes.js';
import type { PushStep } from '../../src/apps/push-feed.js';
import { pushVersion } from '../../src/apps/push-version.js';
import { rotateGitCredentials } from '../../src/apps/rotate-git-credentials.js';
import { testGitConnection } from '../../src/apps/test-git-connection.js';
import { watchPushes } from '../../src/apps/watch-pushes.js';
import type { Context } from '../../src/context.js';
import { batched } from '../common/batch.js';
import type { Connection } from '../common/connection.js';
import { batchedConnection, idsOf, toListInput } from '../common/list.js';
import { Workspace } from '../workspace/workspace.type.js';
import { App } from './app.type.js';
import { ConfigureGitRepositoryInput, PushVersionInput, RotateGitCredentialsInput } from './git.input.js';
import {
  GitCommit,
  GitConnectionTest,
  GitPush,
  GitPushConnection,
  GitRepository,
  PushProgress,
} from './git.type.js';
import { GitPushListArgs } from './git-push.args.js';

@ObjectType({ description: 'The repository settings as they are now.' })
class GitRepositoryPayload {
  @Field(() => GitRepository, { description: 'The settings.' })
  gitRepository!: GitRepository;

  @Field(() => GitConnectionTest, {
    nullable: true,
    description: 'What the connection test found; null where none was asked for.',
  })
  connectionTest!: GitConnectionTest | null;
}

@ObjectType({ description: 'What a push led to.' })
class PushVersionPayload {
  @Field(() => Boolean, { description: 'False when the branch had the same content already.' })
  changed!: boolean;

  @Field(() => GitCommit, { description: 'The new commit, or the present tip when nothing had changed.' })
  commit!: GitCommit;

  @Field(() => GitPush, { description: 'The push as the history keeps it.' })
  push!: GitPush;
}

@ObjectType({ description: 'What a rotation of the encryption key led to.' })
class RotateGitCredentialsPayload {
  @Field(() => Int, { description: 'How many tokens were encrypted again with the newest key.' })
  rotated!: number;

  @Field(() => Int, { description: 'How many were encrypted with the newest key already.' })
  current!: number;

  @Field(() => Int, { description: 'How many no configured key can decrypt; they have to be entered again.' })
  unreadable!: number;
}

@Resolver()
export class GitResolver {
  @Authorized('admin')
  @Mutation(() => GitRepositoryPayload, {
    description: 'Makes or changes the repository settings of an app.',
  })
  async configureGitRepository(
    @Ctx() context: Context,
    @Arg('input', () => ConfigureGitRepositoryInput, { description: 'The settings.' })
    { url, testConnection, ...input }: ConfigureGitRepositoryInput,
  ): Promise<GitRepositoryPayload> {
    const gitRepository = await configureGitRepository(context, { ...input, url: url ?? undefined });
    if (!testConnection) {
      return { gitRepository, connectionTest: null };
    }
    const { repository, connection } = await testGitConnection(context, gitRepository);
    return { gitRepository: repository, connectionTest: connection };
  }

  @Authorized('admin', 'external')
  @Mutation(() => PushVersionPayload, { description: 'Pushes a version of an app to its repository.' })
  pushVersion(
    @Ctx() context: Context,
    @Arg('input', () => PushVersionInput, { description: 'The version and the commit message.' })
    input: PushVersionInput,
  ): Promise<PushVersionPayload> {
    return pushVersion(context, input);
  }

  @Authorized('admin')
  @Mutation(() => RotateGitCredentialsPayload, {
    description:
      'Encrypts every stored Git token with the newest key, after which older keys can be dropped.',
  })
  rotateGitCredentials(
    @Ctx() context: Context,
    @Arg('input', () => RotateGitCredentialsInput, { description: 'Whose tokens.' })
    input: RotateGitCredentialsInput,
  ): Promise<RotateGitCredentialsPayload> {
    return rotateGitCredentials(context, input);
  }

  @Authorized('admin', 'external')
  @Subscription(() => PushProgress, {
    description: 'The steps of the pushes of an app from now on, whichever instance runs them.',
    subscribe: ({ args, context }) => watchPushes(context as Context, args as { appId: string }),
  })
  pushProgress(
    @Root() step: PushStep,
    @Arg('appId', () => ID, { description: 'The app to watch.' }) _appId: string,
  ): PushProgress {
    return step;
  }
}

@Resolver(() => App)
export class AppGitResolver {
  @FieldResolver(() => GitRepository, {
    nullable: true,
    description: 'The repository settings, or null where there are none.',
  })
  async gitRepository(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() app: AppRecord,
  ): Promise<GitRepository | null> {
    const repository = await batched(context, info, app, (apps) => getGitRepositories(context, idsOf(apps)));
    return repository ?? null;
  }

  @FieldResolver(() => GitPushConnection, { description: 'The pushes of the app.' })
  gitPushes(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() app: AppRecord,
    @Args(() => GitPushListArgs) args: GitPushListArgs,
  ): Promise<Connection<GitPush>> {
    return batchedConnection(context, info, app, (apps) =>
      listAppGitPushes(context, idsOf(apps), toListInput(args, info)),
    );
  }
}

@Resolver(() => Workspace)
export class WorkspaceGitResolver {
  @FieldResolver(() => GitPushConnection, {
    description: 'The pushes of all apps, those of deleted apps included.',
  })
  gitPushes(
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
    @Root() workspace: Workspace,
    @Args(() => GitPushListArgs) args: GitPushListArgs,
  ): Promise<Connection<GitPush>> {
    return batchedConnection(context, info, workspace, (workspaces) =>
      listWorkspaceGitPushes(context, idsOf(workspaces), toListInput(args, info)),
    );
  }
}
