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
 * Moves the temporary folder of this process and its children into memory if there is room: tests create hundreds of
 * databases and would mostly wait for the disk. No test needs data to survive a power cut. Returns a function that
 * removes the folder.
 */
export function useMemoryFolder() {
  if (!hasRoom()) return () => {};
  const folder = mkdtempSync(join(SHARED_MEMORY, 'chat-relay-'));
  process.env.TMPDIR = folder;
  // A browser that was interrupted may still be writing its profile while it ends.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
