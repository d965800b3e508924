import { readdirSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MINUTE, SECOND } from '../../platform/clock';
import { newId } from '../../platform/ids';

/** In ms. The hold of a backup that was killed ends after this. */
const EXPIRES_MS = MINUTE;
const RENEWED_MS = 5 * SECOND;

/**
 * Keeps the relay from removing bytes, so that a backup finds every file that its copy of the database refers to. Rows
 * are deleted as usual, and their files later. The hold is a file next to the database, in force while it is recent.
 * @param database the path of a SQLite database
 * @returns a function that ends the hold
 */
export function holdRemovals(database: string): () => void {
  const path = `${heldBy(database)}${newId()}`;
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  const renewing = setInterval(() => {
    const now = new Date();
    utimesSync(path, now, now);
  }, RENEWED_MS);
  renewing.unref();
  return () => {
    clearInterval(renewing);
    rmSync(path, { force: true });
  };
}

/** Call it after reading what is to be removed: a backup that begins later does not have those rows. */
export function areRemovalsHeld(database: string): boolean {
  const path = heldBy(database);
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => name.startsWith(basename(path)))
    .some((name) => {
      const age = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs;
      return age !== undefined && Date.now() - age < EXPIRES_MS;
    });
}

/** The prefix of holds. The database's real path is used, because it may be opened by another name. */
function heldBy(database: string): string {
  return `${realpathSync(database)}.backup-`;
}
