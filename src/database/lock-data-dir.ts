import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The embedded database of a data directory is in use by another process. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';

  constructor(dataDir: string) {
    super(
      `Another Rollcall process is using the data directory ${dataDir}. ` +
        'Stop it first, or give this one a directory of its own with DATA_DIR.',
    );
  }
}

const SQLITE_BUSY = 5;

/**
 * Makes the data directory this process's own until the returned function is called or the process
 * ends, however it ends. Node offers no file lock; SQLite's exclusive transaction holds the operating
 * system's, which frees itself on `kill -9`. Throws DataDirInUse.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'lock'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DataDirInUse(dataDir);
    }
    throw error;
  }
  return () => lock.close();
}
