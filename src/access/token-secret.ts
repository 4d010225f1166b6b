import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { TokenKind } from '../context.js';

const PREFIXES: Readonly<Record<TokenKind, string>> = { external: 'rce_', scim: 'rcs_', admin: 'rca_' };

/** A new token of 256 random bits; the prefix tells people and secret scanners what it opens. */
export function newTokenSecret(kind: TokenKind): string {
  return `${PREFIXES[kind]}${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token. SHA-256 suffices for 256 random bits: there is nothing to guess. */
export function tokenHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two hashes of tokens in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left, 'hex'), Buffer.from(right, 'hex')];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
