import type { Writable } from 'node:stream';

/**
 * Frames written in one turn of the event loop leave in one write to the system: one write per frame is what
 * a flood of answers costs most.
 * @returns to be called before each frame
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
