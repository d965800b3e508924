import { readdirSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MINUTE, SECOND } from '../../platform/clock';
import { newId } from '../../platform/ids';

/** A backup that was killed holds nothing after this. */
const EXPIRES_MS = MINUTE;
const RENEWED_MS = 5 * SECOND;

/**
 * Keeps the relay from removing bytes, so that a backup still finds all files of the moment it copies. The rows are
 * deleted meanwhile, and their files a little later. It is a file next to the database, which says so by its age.
 * @param database the path of a SQLite database
 * @returns what ends it
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

/** Ask after reading what is to be removed: then no backup that begins later has rows of it. */
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

/** Whatever name the database is given, its files are next to the real one. */
function heldBy(database: string): string {
  return `${realpathSync(database)}.backup-`;
}
