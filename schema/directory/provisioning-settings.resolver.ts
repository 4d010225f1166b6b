import {
  Arg,
  Authorized,
  Ctx,
  Field,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import type { Context } from '../../src/context.js';
import { configureProvisioning } from '../../src/directory/provisioning/configure-provisioning.js';
import { findSettings } from '../../src/directory/provisioning/workspace-settings.js';
import type { ProvisioningProfile } from '../../src/directory/provisioning-settings.js';
import { withoutNulls } from '../common/without-nulls.js';
import {
  ProvisioningOverridesInput,
  ProvisioningProfileEnum,
  ProvisioningSettings,
} from './provisioning-settings.type.js';

@InputType({ description: 'How a workspace treats its provisioning clients.' })
class ConfigureProvisioningInput {
  @Field(() => ID, { description: 'The workspace to configure.' })
  workspaceId!: string;

  @Field(() => ProvisioningProfileEnum, { description: 'The set of settings to start from.' })
  profile!: ProvisioningProfile;

  @Field(() => ProvisioningOverridesInput, {
    nullable: true,
    description: 'Settings that differ from the profile. Earlier differences are forgotten.',
  })
  overrides?: ProvisioningOverridesInput | null;
}

@ObjectType({ description: 'The settings that a workspace has now.' })
class ConfigureProvisioningPayload {
  @Field(() => ProvisioningSettings, { description: 'The profile with the differences laid over it.' })
  settings!: ProvisioningSettings;
}

@Resolver()
export class ProvisioningSettingsResolver {
  @Authorized('scim', 'admin')
  @Query(() => ProvisioningSettings, {
    nullable: true,
    description: 'How a workspace treats its provisioning clients, or null for an unknown workspace.',
  })
  provisioningSettings(
    @Ctx() context: Context,
    @Arg('workspaceId', () => ID, { description: 'The workspace.' }) workspaceId: string,
  ): Promise<ProvisioningSettings | null> {
    return findSettings(context, context.database, workspaceId);
  }

  @Authorized('admin')
  @Mutation(() => ConfigureProvisioningPayload, {
    description: 'Sets how a workspace treats its provisioning clients.',
  })
  async configureProvisioning(
    @Ctx() context: Context,
    @Arg('input', () => ConfigureProvisioningInput, { description: 'The new settings.' })
    input: ConfigureProvisioningInput,
  ): Promise<ConfigureProvisioningPayload> {
    const overrides = withoutNulls(input.overrides ?? {});
    return { settings: await configureProvisioning(context, { ...input, overrides }) };
  }
}
