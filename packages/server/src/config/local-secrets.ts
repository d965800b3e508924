import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error';
import { codeOf } from '../platform/storage/failures';

export function keptAdminKey(dataDir: string): string {
  return keptSecret(dataDir, 'admin.key', () => randomBytes(32).toString('base64url'));
}

/**
 * A secret that local mode creates once and stores in `DATA_DIR`, readable for its user only. If `make` is
 * null, none may be created; without a stored one the result is null.
 * @throws {ConfigError} naming DATA_DIR
 */
export function keptSecret(dataDir: string, file: string, make: () => string): string;
export function keptSecret(dataDir: string, file: string, make: null): string | null;
export function keptSecret(dataDir: string, file: string, make: (() => string) | null) {
  const path = join(dataDir, file);
  try {
    const kept = read(path);
    if (kept !== null || make === null) return kept;
    write(dataDir, path, make());
    return read(path);
  } catch (error) {
    const line = `DATA_DIR: can't store ${file} there (${codeOf(error)})`;
    throw new ConfigError([line], { cause: error });
  }
}

/** An empty file is left by an interrupted write of an earlier version. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes to another name and links it, so that a crash leaves no half-written secret. If two relays start at once,
 * the first one's secret stays: a link, unlike a rename, replaces nothing.
 */
function write(dataDir: string, path: string, secret: string): void {
  mkdirSync(dataDir, { recursive: true });
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    const file = openSync(unfinished, 'wx', 0o600);
    writeSync(file, secret);
    fsyncSync(file);
    closeSync(file);
    if (read(path) === null) rmSync(path, { force: true });
    linkSync(unfinished, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
