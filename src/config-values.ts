import { importJWK, importSPKI, type CryptoKey as JoseKey } from 'jose';
import { z } from 'zod';
import { type AllowedHosts, parseAllowedHosts } from './git/allowed-hosts.js';
import { Secret } from './secret.js';

/** What the values of environment variables may be; a problem never shows the value. */

const MIN_SECRET_LENGTH = 32;

/** A switch. */
export const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off', 'true', 'false'], { error: 'must be on or off' })
    .default(fallback)
    .transform((value) => value === 'on' || value === 'true');

/** A whole number within bounds. */
export const integer = (fallback: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
    .default(fallback);

/** A secret that is long enough to be one. */
export const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must be at least ${MIN_SECRET_LENGTH} characters`)
  .regex(/^\S+$/, 'must not contain white space')
  .transform((value) => new Secret(value));

/** Scheme, authority and perhaps a path, without a slash at the end. */
export const publicUrl = z
  .string()
  .transform((value) => (URL.canParse(value) ? new URL(value) : undefined))
  .refine(
    (url) => url !== undefined && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username,
    'must be an absolute http or https URL without query, fragment or user',
  )
  .transform((url) => (url as URL).href.replace(/\/+$/, ''));

/** The address of a PostgreSQL server, which may hold a password. */
export const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), 'must be a postgresql:// URL')
  .transform((value) => new Secret(value));

/** `id:base64,…`, newest first. */
export const encryptionKeys = z.string().transform((value, context) => {
  const keys: { id: string; key: Secret }[] = [];
  for (const entry of value.split(',')) {
    const [, id, key] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? [];
    if (id === undefined || key === undefined || keys.some((known) => known.id === id)) {
      context.addIssue({
        code: 'custom',
        message: 'must be id:base64 entries with distinct ids, each key 32 bytes, separated by commas',
      });
      return z.NEVER;
    }
    keys.push({ id, key: new Secret(key) });
  }
  return keys;
});

/** An Ed25519 key in either of its usual forms. */
export const licensePublicKey = z.string().transform(async (value, context): Promise<JoseKey> => {
  try {
    if (value.trimStart().startsWith('{')) {
      return (await importJWK(JSON.parse(value), 'EdDSA')) as JoseKey;
    }
    return await importSPKI(value.replaceAll('\\n', '\n'), 'EdDSA');
  } catch {
    context.addIssue({ code: 'custom', message: 'must be an Ed25519 public key as SPKI PEM or as a JWK' });
    return z.NEVER;
  }
});

/** Hosts and networks beyond public https. */
export const allowedHosts = z.string().transform((value, context): AllowedHosts => {
  const entries = value.split(',').map((entry) => entry.trim());
  const parsed = parseAllowedHosts(entries.filter((entry) => entry !== ''));
  if ('allowed' in parsed) {
    return parsed.allowed;
  }
  context.addIssue({ code: 'custom', message: parsed.problems.join('; ') });
  return z.NEVER;
});
