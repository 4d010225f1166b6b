import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'What a remote asks for before it takes a push.' })
export class GitCredentialsInput {
  @Field(() => String, { nullable: true, description: 'The user name; `git` unless another is given.' })
  username?: string | null;

  @Field(() => String, {
    description: 'The token or password. It is stored encrypted and never shown again.',
  })
  token!: string;
}

@InputType({
  description: 'Repository settings of an app. What is left out stays as it is; null gives the default.',
})
export class ConfigureGitRepositoryInput {
  @Field(() => ID, { description: 'The app that the settings belong to.' })
  appId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The https address of the repository, without credentials; required the first time.',
  })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The branch to push to; `main` by default.' })
  branch?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The directory that the app owns; `apps/` and the slug by default, "." for the whole repository.',
  })
  directory?: string | null;

  @Field(() => String, { nullable: true, description: 'The name under which commits are made.' })
  authorName?: string | null;

  @Field(() => String, { nullable: true, description: 'The address under which commits are made.' })
  authorEmail?: string | null;

  @Field(() => GitCredentialsInput, {
    nullable: true,
    description: 'Null removes them. They are removed as well when the URL moves to another server.',
  })
  credentials?: GitCredentialsInput | null;

  @Field(() => Boolean, { nullable: true, description: 'False switches pushes off; true by default.' })
  enabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to try the connection once the settings are stored, and to resolve the canonical URL.',
  })
  testConnection?: boolean | null;
}

@InputType({ description: 'A version to push.' })
export class PushVersionInput {
  @Field(() => ID, { description: 'The app to push.' })
  appId!: string;

  @Field(() => ID, { description: 'The version of the app.' })
  versionId!: string;

  @Field(() => String, { description: 'The commit message, 1 to 4,000 characters.' })
  message!: string;
}

@InputType({ description: 'Which stored Git tokens to encrypt again.' })
export class RotateGitCredentialsInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Those of one workspace; all within reach of the caller without it.',
  })
  workspaceId?: string | null;
}
