/**
 * How lenient a workspace is with its provisioning clients. Each named profile is a full set of
 * settings; a workspace may override single ones.
 */
export interface ProvisioningSettings {
  /** What happens to attributes that no schema knows, in a new or replaced resource. */
  readonly unknownAttributes: 'ignore' | 'refuse';
  /** What happens to URNs in `schemas` that no schema has and under which no data stand. */
  readonly unknownSchemas: 'ignore' | 'refuse';
  /** Whether "True" and "false" count as booleans. */
  readonly booleanStrings: boolean;
  /** Whether one-element arrays stand for single values, and the other way round. */
  readonly flexibleValues: boolean;
  /** Whether the keys of a path-less value may be paths. */
  readonly pathlessPaths: boolean;
  /** What happens to an edit of an attribute that no schema knows. */
  readonly unknownPaths: 'ignore' | 'refuse';
  /** Whether a filter may compare with a bare word. */
  readonly unquotedLiterals: boolean;
  /** Whether an edit request without operations is a no-op rather than an error. */
  readonly emptyOperations: boolean;
  /** What the answer to an edit of a group carries. */
  readonly groupPatchReply: 'resource' | 'noContent';
  /** Whether writes must say which version they mean. */
  readonly requireIfMatch: boolean;
  /** Whether the URNs of SCIM 1.1 and of the drafts stand for today's. */
  readonly oldUrns: boolean;
  /** What happens to a filter on the discovery documents. */
  readonly discoveryFilter: 'ignore' | 'refuse';
  /** Whether `emails[type eq "work"].value` makes the element when there is none (RFC 7644 says noTarget). */
  readonly createMissingElements: boolean;
  /** What happens to a removal whose filter matches nothing; `refuseMembers` refuses it for members, too. */
  readonly missingTargets: 'ignore' | 'refuse' | 'refuseMembers';
  /** What happens to members that do not exist. */
  readonly unknownMembers: 'refuse' | 'skip';
  /** Whether creating a user who exists but is archived restores that user. */
  readonly reactivateOnCreate: boolean;
}

/** The names of the profiles. */
export type ProvisioningProfile = 'standard' | 'strict' | 'okta' | 'entra';

const standard: ProvisioningSettings = {
  unknownAttributes: 'ignore',
  unknownSchemas: 'ignore',
  booleanStrings: true,
  flexibleValues: true,
  pathlessPaths: true,
  unknownPaths: 'refuse',
  unquotedLiterals: false,
  emptyOperations: false,
  groupPatchReply: 'resource',
  requireIfMatch: false,
  oldUrns: true,
  discoveryFilter: 'ignore',
  createMissingElements: true,
  missingTargets: 'refuse',
  unknownMembers: 'refuse',
  reactivateOnCreate: false,
};

/** What each profile means. */
export const provisioningProfiles: Readonly<Record<ProvisioningProfile, ProvisioningSettings>> = {
  standard,
  strict: {
    ...standard,
    unknownAttributes: 'refuse',
    unknownSchemas: 'refuse',
    booleanStrings: false,
    flexibleValues: false,
    pathlessPaths: false,
    oldUrns: false,
    discoveryFilter: 'refuse',
    createMissingElements: false,
    missingTargets: 'refuseMembers',
  },
  okta: { ...standard, missingTargets: 'ignore', unknownMembers: 'skip', reactivateOnCreate: true },
  entra: {
    ...standard,
    unquotedLiterals: true,
    emptyOperations: true,
    groupPatchReply: 'noContent',
    missingTargets: 'ignore',
  },
};

/** A profile's settings with the workspace's own overrides laid over them. */
export function resolveProvisioningSettings(
  profile: ProvisioningProfile,
  overrides: Partial<ProvisioningSettings> = {},
): ProvisioningSettings {
  return { ...provisioningProfiles[profile], ...overrides };
}
