import { createHash } from 'node:crypto';
import { createSlices } from '../../platform/slices';

/** The bytes of a file that are stored. */
export interface CleanedFile {
  /** Yields the bytes in large pieces, because each costs a write. */
  chunks(): Generator<Buffer>;
  bytes: number;
  sha256: string;
  /** True if these are all bytes of the file, unchanged. */
  isUnchanged: boolean;
}

const STEP_BYTES = 256 * 1024;

/** Hashes the stored bytes of a file, with pauses in which other work runs. */
export async function cleanedFile(file: Buffer, pieces: readonly Buffer[]): Promise<CleanedFile> {
  const { pause } = createSlices();
  const hash = createHash('sha256');
  let bytes = 0;
  let isUnchanged = true;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += STEP_BYTES) {
      const step = piece.subarray(at, at + STEP_BYTES);
      hash.update(step);
      isUnchanged &&= step.equals(file.subarray(bytes, bytes + step.length));
      bytes += step.length;
      await pause();
    }
  }
  isUnchanged &&= bytes === file.length;
  return { chunks: () => chunksOf(pieces), bytes, sha256: hash.digest('hex'), isUnchanged };
}

function* chunksOf(pieces: readonly Buffer[]): Generator<Buffer> {
  let small: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    small.push(piece);
    bytes += piece.length;
    if (bytes < STEP_BYTES) continue;
    yield small.length === 1 ? piece : Buffer.concat(small);
    small = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(small);
}
