import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { Secret } from '../secret.js';

/**
 * The configuration with a key that encrypts Git credentials, made on the spot and kept in the data directory. A
 * configuration that brings its own keys is left alone.
 */
export async function demoKeys(config: Config): Promise<Config> {
  if (config.encryptionKeys.length > 0) {
    return config;
  }
  const file = join(config.dataDir, 'encryption-key');
  const key = (await read(file)) ?? randomBytes(32).toString('base64');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return { ...config, encryptionKeys: [{ id: 'quickstart', key: new Secret(key) }] };
}

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
