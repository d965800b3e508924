import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What survives a restart, in one file that only its user may read. A service that is more than an
 * example encrypts the secrets.
 * @param {string} path
 */
export function openMemory(path) {
  const data = read(path) ?? {
    tenantId: randomUUID(),
    tenantSecret: `ts_${randomBytes(32).toString('base64url')}`,
    enrolments: {},
  };
  const save = () => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify(data, null, 2), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  };
  save();
  return { ...data, save };
}

/** @param {string} path */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}
