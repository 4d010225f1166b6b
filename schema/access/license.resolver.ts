import { Arg, Authorized, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { installLicense } from '../../src/access/install-license.js';
import { licenseStatus } from '../../src/access/license-status.js';
import type { Context } from '../../src/context.js';
import { InstallLicenseInput, InstallLicensePayload, LicenseStatus } from './license.type.js';

@Resolver()
export class LicenseResolver {
  @Authorized('admin')
  @Query(() => LicenseStatus, { description: 'What the instance is licensed for now.' })
  license(@Ctx() context: Context): Promise<LicenseStatus> {
    return licenseStatus(context);
  }

  @Authorized('admin')
  @Mutation(() => InstallLicensePayload, { description: 'Installs a licence; LICENSE_KEY wins over it.' })
  async installLicense(
    @Ctx() context: Context,
    @Arg('input', () => InstallLicenseInput, { description: 'The licence to install.' })
    input: InstallLicenseInput,
  ): Promise<InstallLicensePayload> {
    const license = await installLicense(context, input);
    return { license, status: await licenseStatus(context) };
  }
}
