import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Opens the file with everything that must survive a restart. Only its user may read it. A real service would also
 * encrypt the secrets.
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
