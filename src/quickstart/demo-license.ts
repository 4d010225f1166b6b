import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CompactSign, type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import { z } from 'zod';
import type { Config } from '../config.js';

const YEARS = 10;
const SECONDS_A_YEAR = 31_557_600;

const stored = z.object({ publicKey: z.record(z.string(), z.unknown()), jws: z.string() });

/**
 * The configuration with a licence for everything, signed by a key made on the spot and then dropped.
 * It is kept in the data directory. A configuration that brings its own key is left alone.
 */
export async function demoLicense(config: Config): Promise<Config> {
  if (config.license.publicKey) {
    return config;
  }
  const file = join(config.dataDir, 'demo-license.json');
  const { publicKey, jws } = stored.parse(JSON.parse((await read(file)) ?? (await make(file))));
  const key = (await importJWK(publicKey, 'EdDSA')) as CryptoKey;
  return { ...config, license: { key: jws, publicKey: key } };
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

async function make(file: string): Promise<string> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true });
  const claims = {
    sub: 'Quickstart',
    plan: 'enterprise',
    features: ['EXTERNAL_API', 'SCIM'],
    exp: Math.floor(Date.now() / 1000) + YEARS * SECONDS_A_YEAR,
  };
  const jws = await new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(privateKey);
  const text = JSON.stringify({ publicKey: await exportJWK(publicKey), jws }, null, 2);
  await writeFile(file, text, { mode: 0o600 });
  return text;
}
