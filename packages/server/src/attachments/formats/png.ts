import { crc32 } from 'node:zlib';
import type { Steps } from '../../platform/slices';
import { picture, type Recognised } from './image';
import { KeptBytes } from './kept-bytes';
import { exifOf, orientationOf } from './orientation';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const CHUNK_EXTRA = 12;

/** The chunks that determine the look of a picture; others, such as texts and times, are left out. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** Null if the bytes are no complete PNG. Bytes after its end are left out. */
export function* readPng(file: Buffer): Steps<Recognised | null> {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const kept = new KeptBytes(file);
  kept.keep(0, SIGNATURE.length);
  let size: [number, number] | null = null;
  let frames = 1;
  let hasData = false;
  let at = SIGNATURE.length;
  for (;;) {
    yield;
    if (at + CHUNK_EXTRA > file.length || !kept.count()) return null;
    const length = file.readUInt32BE(at);
    const end = at + CHUNK_EXTRA + length;
    if (end > file.length) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    const content = at + 8;
    if (size === null) {
      if (type !== 'IHDR' || length !== 13) return null;
      size = [file.readUInt32BE(content), file.readUInt32BE(content + 4)];
    }
    hasData ||= type === 'IDAT';
    if (type === 'acTL' && length >= 4) frames = Math.max(frames, file.readUInt32BE(content));
    if (KEPT.has(type)) kept.keep(at, end);
    if (type === 'eXIf') {
      const orientation = orientationOf(file.subarray(content, content + length));
      if (orientation !== 1) kept.add(chunk('eXIf', exifOf(orientation)));
    }
    at = end;
    if (type === 'IEND') break;
  }
  return hasData ? picture(size, frames, kept) : null;
}

function chunk(type: string, content: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const made = Buffer.alloc(checked.length + 8);
  made.writeUInt32BE(content.length, 0);
  checked.copy(made, 4);
  made.writeUInt32BE(crc32(checked), made.length - 4);
  return made;
}
