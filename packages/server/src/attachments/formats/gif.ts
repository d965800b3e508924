import type { Steps } from '../../platform/slices';
import { picture, type Recognised } from './image';
import { KeptBytes } from './kept-bytes';

const HEADER = 13;
const IMAGE = 0x2c;
const EXTENSION = 0x21;
/** Programs write blocks of 255 bytes; with shorter ones, a file of 50 MiB could have many more. */
const MAX_BLOCKS = 1_000_000;
const STEP_BLOCKS = 10_000;

/** Null if the bytes do not begin like a GIF. A GIF is stored unchanged. */
export function* readGif(file: Buffer): Steps<Recognised | null> {
  if (file.length < HEADER + 1 || !/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return null;
  const kept = new KeptBytes(file);
  kept.keep(0, file.length);
  const size = [file.readUInt16LE(6), file.readUInt16LE(8)] as const;
  return picture(size, yield* countFrames(file), kept);
}

/** Counts frames up to the end of the file, or to where it is no GIF any more; infinite if that takes too long. */
function* countFrames(file: Buffer): Steps<number> {
  let frames = 0;
  let at = HEADER + tableBytes(file[10]);
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    if (blocks % STEP_BLOCKS === 0) yield;
    const kind = file[at];
    if (kind === IMAGE) {
      frames++;
      at += 11 + tableBytes(file[at + 9]);
    } else if (kind === EXTENSION) {
      at += 2;
    } else {
      return frames;
    }
    for (; file[at]; at += 1 + file[at]!) if (++blocks % STEP_BLOCKS === 0) yield;
    at++; // the empty block behind the last one
  }
  return Infinity;
}

/** The length of a colour table, by the flags that announce it. */
function tableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
