import { Field, ID, Int, ObjectType } from 'type-graphql';
import { type PushOutcome, pushOutcomes } from '../../src/apps/git-push.entity.js';
import { type PushStep, pushPhases } from '../../src/apps/push-feed.js';
import { connectionType } from '../common/connection.js';
import { DateTimeISO } from '../common/date-time.js';
import { enumOf } from '../common/enums.js';

@ObjectType({ description: 'Where the versions of an app are pushed to, and as whom.' })
export class GitRepository {
  @Field(() => ID, { description: 'The id of the settings.' })
  id!: string;

  @Field(() => ID, { description: 'The app that they belong to.' })
  appId!: string;

  @Field(() => String, { description: 'The address of the repository, without credentials.' })
  url!: string;

  @Field(() => String, { description: 'The branch that is pushed to.' })
  branch!: string;

  @Field(() => String, { description: 'The directory that the app owns; empty for the whole repository.' })
  directory!: string;

  @Field(() => String, { description: 'The name under which commits are made.' })
  authorName!: string;

  @Field(() => String, { description: 'The address under which commits are made.' })
  authorEmail!: string;

  @Field(() => String, { nullable: true, description: 'The user name sent to the remote, if any.' })
  username!: string | null;

  @Field(() => Boolean, { description: 'True when a token is stored; the token itself is never shown.' })
  hasToken!: boolean;

  @Field(() => Boolean, { description: 'False when pushes are switched off.' })
  enabled!: boolean;

  @Field(() => DateTimeISO, { description: 'When the settings were made.' })
  createdAt!: string;

  @Field(() => DateTimeISO, { description: 'When the settings last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'What a connection test found.' })
export class GitConnectionTest {
  @Field(() => Boolean, { description: 'True when the repository can be pushed to.' })
  ok!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The URL at which the repository answers without a redirect; it is stored.',
  })
  url!: string | null;

  @Field(() => [String], { description: 'The branches that exist.' })
  branches!: readonly string[];

  @Field(() => String, { nullable: true, description: 'Why the test failed, as an error code.' })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the test failed, in words.' })
  message!: string | null;
}

export const PushOutcomeEnum = enumOf(pushOutcomes, {
  name: 'PushOutcome',
  description: 'How a push ended.',
  words: {
    pushed: 'The branch has a new commit.',
    unchanged: 'The branch had the same content already.',
    failed: 'Nothing was pushed.',
  },
});

export const PushStepEnum = enumOf(['clone', 'commit', 'push'], {
  name: 'PushStep',
  description: 'A step of a push.',
  words: {
    clone: 'Reading what the branch holds.',
    commit: 'Making the commit.',
    push: 'Sending it to the repository.',
  },
});

@ObjectType({ description: 'A push of a version, as the history keeps it.' })
export class GitPush {
  @Field(() => ID, { description: 'The id of the push.' })
  id!: string;

  @Field(() => ID, { description: 'The app that was pushed.' })
  appId!: string;

  @Field(() => String, { description: 'The name that the app had then.' })
  appName!: string;

  @Field(() => ID, { description: 'The version that was pushed.' })
  versionId!: string;

  @Field(() => String, { description: 'The name of the version.' })
  versionName!: string;

  @Field(() => String, { description: 'The name of the token that pushed.' })
  actorName!: string;

  @Field(() => String, { description: 'The id of the request that pushed.' })
  requestId!: string;

  @Field(() => PushOutcomeEnum, { description: 'How the push ended.' })
  outcome!: PushOutcome;

  @Field(() => String, { description: 'The commit message that was asked for.' })
  message!: string;

  @Field(() => String, { description: 'The repository that was pushed to.' })
  url!: string;

  @Field(() => String, { description: 'The branch that was pushed to.' })
  branch!: string;

  @Field(() => String, { description: 'The directory that was pushed to.' })
  directory!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The new commit, or the present one when nothing had changed; null after a failure.',
  })
  commitOid!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the push failed, as an error code.' })
  errorCode!: string | null;

  @Field(() => PushStepEnum, { nullable: true, description: 'Where it failed.' })
  errorStep!: string | null;

  @Field(() => DateTimeISO, { description: 'When the push began.' })
  startedAt!: string;

  @Field(() => Int, { description: 'How long it took, in milliseconds.' })
  durationMs!: number;
}

export const GitPushConnection = connectionType(() => GitPush, 'GitPush');

@ObjectType({ description: 'A commit of the branch that was pushed to.' })
export class GitCommit {
  @Field(() => String, { description: 'The id of the commit.' })
  oid!: string;

  @Field(() => String, { description: 'The branch whose tip it is.' })
  branch!: string;

  @Field(() => String, { description: 'Its message.' })
  message!: string;

  @Field(() => DateTimeISO, { description: 'When it was made, to the second.' })
  authoredAt!: string;
}

export const PushPhaseEnum = enumOf(pushPhases, {
  name: 'PushPhase',
  description: 'What a running push is doing.',
  words: {
    resolve: 'Asking the remote where the branch stands.',
    hash: 'Naming the files of the version.',
    pack: 'Packing what the remote lacks.',
    upload: 'Sending the pack, counted in bytes.',
    done: 'The push has ended well.',
    failed: 'The push has failed.',
  },
});

@ObjectType({ description: 'How far a running push has come.' })
export class PushProgress {
  @Field(() => ID, { description: 'The id that the push will have in the history.' })
  pushId!: string;

  @Field(() => ID, { description: 'The app that is being pushed.' })
  appId!: string;

  @Field(() => ID, { description: 'The version that is being pushed.' })
  versionId!: string;

  @Field(() => PushPhaseEnum, { description: 'What it is doing.' })
  phase!: PushStep['phase'];

  @Field(() => Int, { description: 'How much of this phase is done.' })
  done!: number;

  @Field(() => Int, { description: 'How much this phase has to do.' })
  total!: number;

  @Field(() => String, { nullable: true, description: 'Why it failed, as an error code.' })
  errorCode!: string | null;
}
