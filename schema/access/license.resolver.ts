import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Arg, Authorized, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { installLicense } from '../../src/access/install-license.js';
import { type Plan, plans } from '../../src/access/license.js';
import type { Context } from '../../src/context.js';
import { enumOf } from '../common/enums.js';

const PlanEnum = enumOf(plans, { name: 'Plan', description: 'The plan that a licence was bought for.' });

@ObjectType({ description: 'What the instance is licensed for.' })
export class License {
  @Field(() => String, { description: 'Whom the licence was issued to.' })
  subject!: string;

  @Field(() => PlanEnum, { description: 'The plan that was bought.' })
  plan!: Plan;

  @Field(() => [String], { description: 'What it unlocks, such as EXTERNAL_API and SCIM.' })
  features!: readonly string[];

  @Field(() => GraphQLDateTimeISO, { description: 'When it stops to count.' })
  expiresAt!: Date;
}

@InputType({ description: 'A licence to install.' })
export class InstallLicenseInput {
  @Field(() => String, { description: 'The licence as it was received: a JWS in compact form.' })
  jws!: string;
}

@ObjectType({ description: 'The licence that was installed.' })
class InstallLicensePayload {
  @Field(() => License, { description: 'What the instance is licensed for now, unless LICENSE_KEY is set.' })
  license!: License;
}

@Resolver(() => License)
export class LicenseResolver {
  @Authorized('admin')
  @Mutation(() => InstallLicensePayload, { description: 'Installs a licence; LICENSE_KEY wins over it.' })
  async installLicense(
    @Ctx() context: Context,
    @Arg('input', () => InstallLicenseInput, { description: 'The licence to install.' })
    input: InstallLicenseInput,
  ): Promise<InstallLicensePayload> {
    return { license: await installLicense(context, input) };
  }
}
