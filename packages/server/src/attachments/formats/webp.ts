import type { Steps } from '../../platform/slices';
import { picture, type Recognised } from './image';
import { KeptBytes } from './kept-bytes';
import { exifOf, orientationOf } from './orientation';

const KEPT = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Flags of the extended header. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const HEAD = 12;
/** In bytes. The length of the extended header. */
const HEADER = 10;

/** Null if the bytes are no complete WebP. Bytes after its end are left out. */
export function* readWebp(file: Buffer): Steps<Recognised | null> {
  if (file.length < HEAD + 8) return null;
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  const fileEnd = file.readUInt32LE(4) + 8;
  if (fileEnd > file.length || fileEnd < HEAD + 8) return null;
  const kept = new KeptBytes(file);
  const head = Buffer.from(file.subarray(0, HEAD));
  kept.add(head);
  let size: [number, number] | null = null;
  let header: Buffer | null = null;
  let orientation = 1;
  let hasImage = false;
  let frames = 0;
  for (let at = HEAD; at < fileEnd;) {
    yield;
    if (at + 8 > fileEnd || !kept.count()) return null;
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    // Chunks begin at even positions.
    const end = at + 8 + length + (length % 2);
    if (end > fileEnd) return null;
    const content = at + 8;
    size ??= sizeOf(type, file.subarray(content, content + length));
    if (size === null) return null;
    hasImage ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    if (type === 'ANMF') frames++;
    if (type === 'EXIF') {
      orientation = orientationOf(withoutPrefix(file.subarray(content, content + length)));
    }
    if (type === 'VP8X' && header === null && length >= HEADER) {
      header = Buffer.from(file.subarray(at, content + HEADER));
      kept.add(header);
      kept.keep(content + HEADER, end);
    } else if (KEPT.has(type)) kept.keep(at, end);
    at = end;
  }
  if (size === null || !hasImage) return null;
  if (header) {
    const turned = orientation === 1 ? 0 : HAS_EXIF;
    header[8] = ((header[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | turned;
    if (turned) kept.add(exifChunk(orientation));
  }
  head.writeUInt32LE(kept.pieces.reduce((sum, { length }) => sum + length, 0) - 8, 4);
  return picture(size, frames, kept);
}

/** The size of the picture, which the first chunk has. */
function sizeOf(type: string, content: Buffer): [number, number] | null {
  if (type === 'VP8X' && content.length >= HEADER) {
    return [content.readUIntLE(4, 3) + 1, content.readUIntLE(7, 3) + 1];
  }
  if (type === 'VP8 ' && content.length >= 10) {
    if (content.readUIntBE(3, 3) !== 0x9d012a) return null;
    return [content.readUInt16LE(6) & 0x3fff, content.readUInt16LE(8) & 0x3fff];
  }
  if (type === 'VP8L' && content.length >= 5 && content[0] === 0x2f) {
    const bits = content.readUInt32LE(1);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  }
  return null;
}

/** Removes a prefix that belongs to JPEG only; some programs write it here, too. */
function withoutPrefix(content: Buffer): Buffer {
  return content.toString('latin1', 0, 6) === 'Exif\0\0' ? content.subarray(6) : content;
}

function exifChunk(orientation: number): Buffer {
  const content = exifOf(orientation);
  const made = Buffer.alloc(8 + content.length);
  made.write('EXIF', 'latin1');
  made.writeUInt32LE(content.length, 4);
  content.copy(made, 8);
  return made;
}
