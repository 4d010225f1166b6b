import { Field, InputType, ObjectType } from 'type-graphql';
import {
  type ProvisioningProfile,
  provisioningProfiles,
  type ProvisioningSettings as Settings,
} from '../../src/directory/provisioning-settings.js';
import { enumOf } from '../common/enums.js';

export const ProvisioningProfileEnum = enumOf(Object.keys(provisioningProfiles) as ProvisioningProfile[], {
  name: 'ProvisioningProfile',
  description: 'A named set of provisioning settings.',
  words: {
    standard: 'RFC 7643 and 7644, lenient where well-known clients need it.',
    strict: 'RFC 7643 and 7644 to the letter.',
    okta: 'What Okta sends and expects.',
    entra: 'What Microsoft Entra ID sends and expects.',
  },
});

export const LeniencyEnum = enumOf(['ignore', 'refuse'], {
  name: 'Leniency',
  description: 'What becomes of something that a client should not have sent.',
  words: { ignore: 'It is passed over.', refuse: 'The request is refused.' },
});

export const GroupPatchReplyEnum = enumOf(['resource', 'noContent'], {
  name: 'GroupPatchReply',
  description: 'What the answer to an edit of a group carries.',
  words: { resource: 'The group as it is now (200).', noContent: 'Nothing (204).' },
});

export const MissingTargetsEnum = enumOf(['ignore', 'refuse', 'refuseMembers'], {
  name: 'MissingTargets',
  description: 'What becomes of a removal that matches nothing.',
  words: {
    ignore: 'It is passed over.',
    refuse: 'It is refused, save that of members.',
    refuseMembers: 'It is refused, that of members too.',
  },
});

export const UnknownMembersEnum = enumOf(['refuse', 'skip'], {
  name: 'UnknownMembers',
  description: 'What becomes of members that do not exist.',
  words: { refuse: 'The request is refused.', skip: 'They are left out.' },
});

@ObjectType({ description: 'How lenient a workspace is with its provisioning clients.' })
export class ProvisioningSettings implements Settings {
  @Field(() => ProvisioningProfileEnum, { description: 'The profile that the settings started from.' })
  profile!: ProvisioningProfile;

  @Field(() => LeniencyEnum, {
    description: 'Attributes that no schema knows, in a new or replaced resource.',
  })
  unknownAttributes!: Settings['unknownAttributes'];

  @Field(() => LeniencyEnum, { description: 'URNs that no schema has, without data.' })
  unknownSchemas!: Settings['unknownSchemas'];

  @Field(() => LeniencyEnum, { description: 'Edits of attributes that no schema knows.' })
  unknownPaths!: Settings['unknownPaths'];

  @Field(() => UnknownMembersEnum, { description: 'Members that do not exist.' })
  unknownMembers!: Settings['unknownMembers'];

  @Field(() => MissingTargetsEnum, { description: 'Removals that match nothing.' })
  missingTargets!: Settings['missingTargets'];

  @Field(() => Boolean, {
    description: 'Whether a path whose filter matches nothing makes the element it describes.',
  })
  createMissingElements!: boolean;

  @Field(() => Boolean, { description: 'Whether an edit without operations is a no-op.' })
  emptyOperations!: boolean;

  @Field(() => Boolean, { description: 'Whether "True" and "false" count as booleans.' })
  booleanStrings!: boolean;

  @Field(() => Boolean, { description: 'Whether one-element arrays and single values stand for each other.' })
  flexibleValues!: boolean;

  @Field(() => Boolean, { description: 'Whether the keys of a value without a path may be paths.' })
  pathlessPaths!: boolean;

  @Field(() => Boolean, { description: 'Whether a filter may compare with a bare word.' })
  unquotedLiterals!: boolean;

  @Field(() => Boolean, { description: "Whether the URNs of older drafts stand for today's." })
  oldUrns!: boolean;

  @Field(() => LeniencyEnum, { description: 'A filter on the discovery documents.' })
  discoveryFilter!: Settings['discoveryFilter'];

  @Field(() => GroupPatchReplyEnum, { description: 'The answer to an edit of a group.' })
  groupPatchReply!: Settings['groupPatchReply'];

  @Field(() => Boolean, { description: 'Whether writes must name the version they mean.' })
  requireIfMatch!: boolean;

  @Field(() => Boolean, { description: 'Whether creating an archived user restores it.' })
  reactivateOnCreate!: boolean;
}

@InputType({
  description: 'Settings that differ from a profile; what is absent or null is as the profile says.',
})
export class ProvisioningOverridesInput {
  @Field(() => LeniencyEnum, {
    nullable: true,
    description: 'Attributes that no schema knows, in a new or replaced resource.',
  })
  unknownAttributes?: Settings['unknownAttributes'] | null;

  @Field(() => LeniencyEnum, { nullable: true, description: 'URNs that no schema has, without data.' })
  unknownSchemas?: Settings['unknownSchemas'] | null;

  @Field(() => LeniencyEnum, { nullable: true, description: 'Edits of attributes that no schema knows.' })
  unknownPaths?: Settings['unknownPaths'] | null;

  @Field(() => UnknownMembersEnum, { nullable: true, description: 'Members that do not exist.' })
  unknownMembers?: Settings['unknownMembers'] | null;

  @Field(() => MissingTargetsEnum, { nullable: true, description: 'Removals that match nothing.' })
  missingTargets?: Settings['missingTargets'] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a path whose filter matches nothing makes the element it describes.',
  })
  createMissingElements?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether an edit without operations is a no-op.' })
  emptyOperations?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether "True" and "false" count as booleans.' })
  booleanStrings?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether one-element arrays and single values stand for each other.',
  })
  flexibleValues?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the keys of a value without a path may be paths.',
  })
  pathlessPaths?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether a filter may compare with a bare word.' })
  unquotedLiterals?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the URNs of older drafts stand for today's.",
  })
  oldUrns?: boolean | null;

  @Field(() => LeniencyEnum, { nullable: true, description: 'A filter on the discovery documents.' })
  discoveryFilter?: Settings['discoveryFilter'] | null;

  @Field(() => GroupPatchReplyEnum, { nullable: true, description: 'The answer to an edit of a group.' })
  groupPatchReply?: Settings['groupPatchReply'] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether writes must name the version they mean.' })
  requireIfMatch?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether creating an archived user restores it.' })
  reactivateOnCreate?: boolean | null;
}
