import { sql } from 'kysely';
import { auditEntry } from '../audit/record.js';
import type { Context } from '../context.js';
import { DomainError } from '../errors.js';
import type { License } from './license.js';

/**
 * Installs a licence; `LICENSE_KEY` wins over it. Throws FORBIDDEN for a token that is bound to a
 * workspace, and LICENSE_INVALID for a text that does not verify or has expired.
 */
export async function installLicense(context: Context, input: { readonly jws: string }): Promise<License> {
  if (context.principal.workspaceId !== null) {
    throw DomainError.of('FORBIDDEN', { reason: 'A token bound to a workspace cannot install licences.' });
  }
  const jws = input.jws.trim();
  const verified = await context.licenses.verify(jws);
  if (!verified.license) {
    throw DomainError.of('LICENSE_INVALID', { reason: verified.reason });
  }
  const { license } = verified;
  if (license.expiresAt <= context.now()) {
    throw DomainError.of('LICENSE_INVALID', { reason: 'it has expired.' });
  }
  return context.database.transaction(async (connection) => {
    await connection.rows(sql`
      insert into licenses (id, jws, installed_at) values (1, ${jws}, ${context.now().toISOString()})
      on conflict (id) do update set jws = excluded.jws, installed_at = excluded.installed_at`);
    await connection.rows(
      auditEntry(context, {
        workspaceId: null,
        action: 'license.installed',
        subject: { type: 'license', id: null, name: license.subject },
        changes: {
          plan: license.plan,
          features: license.features,
          expiresAt: license.expiresAt.toISOString(),
        },
      }),
    );
    return license;
  });
}
