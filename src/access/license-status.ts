import { sql } from 'kysely';
import type { Context } from '../context.js';
import type { License } from './license.js';

export const licenseSources = ['environment', 'installed', 'none'] as const;
/** Where the licence in force comes from: LICENSE_KEY wins over an installed one. */
export type LicenseSource = (typeof licenseSources)[number];

export const licenseStates = ['valid', 'expired', 'invalid', 'missing'] as const;
export type LicenseState = (typeof licenseStates)[number];

/** What the instance is licensed for now; whatever is not valid counts as the basic plan. */
export interface LicenseStatus {
  readonly source: LicenseSource;
  readonly state: LicenseState;
  /** The claims, also of an expired licence; null for one that is missing or does not verify. */
  readonly license: License | null;
  /** Why an invalid licence is refused. */
  readonly problem: string | null;
  /** When it was installed through GraphQL; null for one of the environment. */
  readonly installedAt: Date | null;
}

/** Looks at the licence in force, one statement at most. */
export async function licenseStatus(context: Context): Promise<LicenseStatus> {
  const { licenses } = context;
  if (licenses.environmentKey !== undefined) {
    return { source: 'environment', installedAt: null, ...(await judge(context, licenses.environmentKey)) };
  }
  const row = await context.database.first(sql<{ jws: string; installedAt: Date }>`
    select jws, installed_at as "installedAt" from licenses where id = 1`);
  return row
    ? { source: 'installed', installedAt: new Date(row.installedAt), ...(await judge(context, row.jws)) }
    : { source: 'none', installedAt: null, state: 'missing', license: null, problem: null };
}

async function judge(
  context: Context,
  jws: string,
): Promise<Pick<LicenseStatus, 'state' | 'license' | 'problem'>> {
  const verified = await context.licenses.verify(jws);
  if (!verified.license) {
    return { state: 'invalid', license: null, problem: verified.reason };
  }
  const state = verified.license.expiresAt <= context.now() ? 'expired' : 'valid';
  return { state, license: verified.license, problem: null };
}
