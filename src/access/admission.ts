import type { Config } from '../config.js';
import type { Principal, TokenKind } from '../context.js';
import type { Database } from '../database/database.js';
import { DomainError } from '../errors.js';
import { type AuthorizationScheme, candidateTokens } from './authorization-header.js';
import { InstalledLicense } from './installed-license.js';
import type { Feature, LicenseVerifier } from './license.js';
import { TokenDirectory } from './token-directory.js';

/** What admission needs of the configuration. */
export type AdmissionConfig = Pick<
  Config,
  'edition' | 'externalApi' | 'adminToken' | 'scim' | 'license' | 'firstWorkspace'
>;

/** Decides who may come in by which door; everything it cannot decide is refused. */
export interface Admission {
  /**
   * Admits a request by its Authorization header. Throws, first failure first:
   * NOT_AVAILABLE_ON_COMMUNITY_EDITION, EXTERNAL_API_DISABLED or SCIM_DISABLED, UNAUTHENTICATED,
   * FEATURE_NOT_IN_PLAN, FEATURE_NOT_LICENSED (contract §2, order of checks).
   */
  admit(door: TokenKind, authorization: string | undefined): Promise<Principal>;
  /** The checks that need no token: edition and switch. */
  requireOpen(door: TokenKind): void;
  /** Writes what is still to be written of tokens' last uses. */
  close(): Promise<void>;
}

/** The schemes that each door accepts, in the order in which a 401 offers them. */
export const schemes: Readonly<Record<TokenKind, readonly AuthorizationScheme[]>> = {
  external: ['basic', 'bearer'],
  scim: ['bearer', 'basic'],
  admin: ['bearer'],
};

const features: Readonly<Partial<Record<TokenKind, Feature>>> = { external: 'EXTERNAL_API', scim: 'SCIM' };

export function openAdmission(options: {
  readonly config: AdmissionConfig;
  readonly database: () => Database;
  readonly verifier: LicenseVerifier;
  readonly now: () => Date;
}): Admission {
  const { config, database, verifier, now } = options;
  const tokens = new TokenDirectory(config, database, now);
  const installed = new InstalledLicense(database);

  function requireOpen(door: TokenKind): void {
    if (door !== 'admin' && config.edition === 'community') {
      throw DomainError.of('NOT_AVAILABLE_ON_COMMUNITY_EDITION', {});
    }
    if (door === 'external' && !config.externalApi.enabled) {
      throw DomainError.of('EXTERNAL_API_DISABLED', {});
    }
    if (door === 'scim' && !config.scim.enabled) {
      throw DomainError.of('SCIM_DISABLED', {});
    }
  }

  async function requireLicensed(feature: Feature): Promise<void> {
    const jws = config.license.key ?? (await installed.jws());
    const { license } = jws === undefined ? { license: null } : await verifier.verify(jws);
    if (!license || license.expiresAt <= now()) {
      throw DomainError.of('FEATURE_NOT_IN_PLAN', { feature });
    }
    if (!license.features.includes(feature)) {
      throw DomainError.of('FEATURE_NOT_LICENSED', { feature });
    }
  }

  return {
    requireOpen,
    async admit(door, authorization) {
      requireOpen(door);
      const principal = await tokens.find(door, candidateTokens(authorization, schemes[door]));
      if (!principal) {
        throw DomainError.of('UNAUTHENTICATED', {});
      }
      const feature = features[door];
      if (feature) {
        await requireLicensed(feature);
      }
      return principal;
    },
    close: () => tokens.close(),
  };
}
