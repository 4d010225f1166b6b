import { type CryptoKey, compactVerify, errors } from 'jose';
import { z } from 'zod';

/** What the features of a licence unlock. */
export type Feature = 'EXTERNAL_API' | 'SCIM';

export const plans = ['basic', 'team', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** The claims of a licence whose signature is right. It counts until `expiresAt`. */
export interface License {
  readonly subject: string;
  readonly plan: Plan;
  readonly features: readonly string[];
  readonly expiresAt: Date;
}

/** A licence, or the reason why a text is none. */
export type VerifiedLicense =
  | { readonly license: License }
  | { readonly license: null; readonly reason: string };

const claims = z.object({
  sub: z.string().min(1),
  plan: z.enum(plans),
  features: z.array(z.string()),
  exp: z.number(),
});

/**
 * Verifies licences offline: a JWS (RFC 7515) signed by EdDSA (RFC 8037), and by nothing else, so that
 * neither `alg: none` nor an HMAC keyed with the public key passes. An expired licence still verifies:
 * whether it counts is asked at each request. The last text is remembered, for it is asked of each time.
 */
export class LicenseVerifier {
  /** The licence of LICENSE_KEY, which wins over an installed one. */
  readonly environmentKey: string | undefined;
  readonly #publicKey: CryptoKey | undefined;
  #last: { readonly jws: string; readonly result: Promise<VerifiedLicense> } | undefined;

  constructor(publicKey: CryptoKey | undefined, environmentKey?: string) {
    this.#publicKey = publicKey;
    this.environmentKey = environmentKey;
  }

  verify(jws: string): Promise<VerifiedLicense> {
    if (this.#last?.jws !== jws) {
      this.#last = { jws, result: this.#verify(jws) };
    }
    return this.#last.result;
  }

  async #verify(jws: string): Promise<VerifiedLicense> {
    if (!this.#publicKey) {
      return refused('no licence can be verified before LICENSE_PUBLIC_KEY is set.');
    }
    try {
      const { payload } = await compactVerify(jws, this.#publicKey, { algorithms: ['EdDSA'] });
      return readClaims(payload);
    } catch (error) {
      return refused(
        error instanceof errors.JWSSignatureVerificationFailed
          ? 'its signature is not by the key of LICENSE_PUBLIC_KEY.'
          : 'it is not a JWS signed with EdDSA.',
      );
    }
  }
}

function readClaims(payload: Uint8Array): VerifiedLicense {
  const parsed = claims.safeParse(JSON.parse(Buffer.from(payload).toString()));
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    return refused(`these claims are missing or malformed: ${names.join(', ')}.`);
  }
  const { sub, plan, features, exp } = parsed.data;
  return { license: { subject: sub, plan, features, expiresAt: new Date(exp * 1000) } };
}

function refused(reason: string): VerifiedLicense {
  return { license: null, reason };
}
