import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/** Whether this machine has a file system in memory with room for all that the tests store. */
function hasRoom() {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}

/**
 * Puts the temporary folder of this process, and of all that it starts, into memory where there is room. Tests make
 * hundreds of databases, and waiting for a disk takes most of their time; none of them pulls the plug, and a killed
 * process keeps what it wrote. Returns how to remove it.
 */
export function useMemoryFolder() {
  if (!hasRoom()) return () => {};
  const folder = mkdtempSync(join(SHARED_MEMORY, 'chat-relay-'));
  process.env.TMPDIR = folder;
  // A browser that was interrupted may still be writing its profile while it ends.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
