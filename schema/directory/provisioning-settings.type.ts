import { Field, ObjectType } from 'type-graphql';
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

@ObjectType({ description: 'How lenient a workspace is with its provisioning clients.' })
export class ProvisioningSettings implements Settings {
  @Field(() => String, { description: 'Attributes that no schema knows: ignore or refuse.' })
  unknownAttributes!: Settings['unknownAttributes'];

  @Field(() => String, { description: 'URNs that no schema has, without data: ignore or refuse.' })
  unknownSchemas!: Settings['unknownSchemas'];

  @Field(() => Boolean, { description: 'Whether "True" and "false" count as booleans.' })
  booleanStrings!: boolean;

  @Field(() => Boolean, { description: 'Whether one-element arrays and single values stand for each other.' })
  flexibleValues!: boolean;

  @Field(() => Boolean, { description: 'Whether the keys of a value without a path may be paths.' })
  pathlessPaths!: boolean;

  @Field(() => String, { description: 'Edits of attributes that no schema knows: ignore or refuse.' })
  unknownPaths!: Settings['unknownPaths'];

  @Field(() => Boolean, { description: 'Whether a filter may compare with a bare word.' })
  unquotedLiterals!: boolean;

  @Field(() => Boolean, { description: 'Whether an edit without operations is a no-op.' })
  emptyOperations!: boolean;

  @Field(() => String, { description: 'The answer to an edit of a group: resource or noContent.' })
  groupPatchReply!: Settings['groupPatchReply'];

  @Field(() => Boolean, { description: 'Whether writes must name the version they mean.' })
  requireIfMatch!: boolean;

  @Field(() => Boolean, { description: "Whether the URNs of older drafts stand for today's." })
  oldUrns!: boolean;

  @Field(() => String, { description: 'A filter on the discovery documents: ignore or refuse.' })
  discoveryFilter!: Settings['discoveryFilter'];

  @Field(() => Boolean, {
    description: 'Whether a path whose filter matches nothing makes the element it describes.',
  })
  createMissingElements!: boolean;

  @Field(() => String, { description: 'A removal that matches nothing: ignore, refuse or refuseMembers.' })
  missingTargets!: Settings['missingTargets'];

  @Field(() => String, { description: 'Members that do not exist: refuse or skip.' })
  unknownMembers!: Settings['unknownMembers'];

  @Field(() => Boolean, { description: 'Whether creating an archived user restores it.' })
  reactivateOnCreate!: boolean;
}
