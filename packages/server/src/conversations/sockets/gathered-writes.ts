import type { Writable } from 'node:stream';

/**
 * Gathers the frames of one turn of the event loop into one write to the system: a write per frame is what many acks
 * cost most.
 * @returns a function to call before each frame
 */
export function gatherWrites(connection: Writable): () => void {
  let isGathering = false;
  const release = (): void => {
    isGathering = false;
    connection.uncork();
  };
  return () => {
    if (isGathering) return;
    isGathering = true;
    connection.cork();
    process.nextTick(release);
  };
}
