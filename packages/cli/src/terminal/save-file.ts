import { lstatSync, writeFileSync } from 'node:fs';
import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from './sanitise';

const OWNER_ONLY = 0o600;

/**
 * Saves a file that only its owner can read. Without `force` it overwrites nothing, not even a dangling link.
 * @param otherwise advice if something exists there
 * @throws {ExitError} 1 if it can't be saved
 */
export function saveFile(
  path: string,
  content: string | Uint8Array,
  { force = false, otherwise }: { force?: boolean | undefined; otherwise: string },
): void {
  try {
    writeFileSync(path, content, { flag: force ? 'w' : 'wx', mode: OWNER_ONLY });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw isThere(path, otherwise, error);
    const message = `${sanitiseLine(path)} can't be written (${codeOf(error)}).`;
    throw new ExitError(EXIT.failed, message, { cause: error });
  }
}

/**
 * Checks that nothing exists at the path. Call it before work that would be in vain. @throws {ExitError} 1 otherwise
 */
export function assertNothingThere(path: string, otherwise: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) throw isThere(path, otherwise);
}

function isThere(path: string, otherwise: string, cause?: unknown): ExitError {
  return new ExitError(EXIT.failed, `${sanitiseLine(path)} is already there: ${otherwise}.`, {
    cause,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
