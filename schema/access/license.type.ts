import { Field, InputType, ObjectType } from 'type-graphql';
import { type Plan, plans } from '../../src/access/license.js';
import {
  type LicenseSource,
  type LicenseState,
  licenseSources,
  licenseStates,
} from '../../src/access/license-status.js';
import { DateTimeISO } from '../common/date-time.js';
import { enumOf } from '../common/enums.js';

const PlanEnum = enumOf(plans, {
  name: 'Plan',
  description: 'The plan that a licence was bought for.',
  words: { basic: 'The free plan.', team: 'The plan for teams.', enterprise: 'The plan for enterprises.' },
});

const LicenseSourceEnum = enumOf(licenseSources, {
  name: 'LicenseSource',
  description: 'Where the licence in force comes from.',
  words: {
    environment: 'LICENSE_KEY, which wins over an installed licence.',
    installed: 'It was installed by the mutation installLicense.',
    none: 'There is none.',
  },
});

const LicenseStateEnum = enumOf(licenseStates, {
  name: 'LicenseState',
  description: 'Whether the licence counts. An instance without a valid one is on the basic plan.',
  words: {
    valid: 'It counts.',
    expired: 'It counted until it expired.',
    invalid: 'It does not verify; `problem` tells why.',
    missing: 'There is none.',
  },
});

@ObjectType({ description: 'The claims of a licence whose signature is right.' })
export class License {
  @Field(() => String, { description: 'Whom the licence was issued to.' })
  subject!: string;

  @Field(() => PlanEnum, { description: 'The plan that was bought.' })
  plan!: Plan;

  @Field(() => [String], { description: 'What it unlocks, such as EXTERNAL_API and SCIM.' })
  features!: readonly string[];

  @Field(() => DateTimeISO, { description: 'When it stops to count.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'What the instance is licensed for.' })
export class LicenseStatus {
  @Field(() => LicenseSourceEnum, { description: 'Where the licence in force comes from.' })
  source!: LicenseSource;

  @Field(() => LicenseStateEnum, { description: 'Whether it counts.' })
  state!: LicenseState;

  @Field(() => License, {
    nullable: true,
    description: 'Its claims, also after it expired; null when it is missing or does not verify.',
  })
  license!: License | null;

  @Field(() => String, { nullable: true, description: 'Why an invalid licence is refused; null otherwise.' })
  problem!: string | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'When it was installed; null for one of the environment.',
  })
  installedAt!: Date | null;
}

@InputType({ description: 'A licence to install.' })
export class InstallLicenseInput {
  @Field(() => String, { description: 'The licence as it was received: a JWS in compact form.' })
  jws!: string;
}

@ObjectType({ description: 'The licence that was installed.' })
export class InstallLicensePayload {
  @Field(() => License, { description: 'The licence that was installed.' })
  license!: License;

  @Field(() => LicenseStatus, {
    description: 'What is in force now: LICENSE_KEY wins over what was installed.',
  })
  status!: LicenseStatus;
}
