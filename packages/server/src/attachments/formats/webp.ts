import { exifOf, orientationOf, picture, type Recognised } from './image';

const KEPT = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
/** Flags of the extended header. */
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;
const HEAD = 12;

/** Null for bytes that are no whole WebP. What follows its end is left out. */
export function readWebp(file: Buffer): Recognised | null {
  if (file.length < HEAD + 8) return null;
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WEBP') {
    return null;
  }
  const fileEnd = file.readUInt32LE(4) + 8;
  if (fileEnd > file.length || fileEnd < HEAD + 8) return null;
  const chunks: Buffer[] = [];
  let size: [number, number] | null = null;
  let header: Buffer | null = null;
  let orientation = 1;
  let hasImage = false;
  for (let at = HEAD; at < fileEnd;) {
    if (at + 8 > fileEnd) return null;
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    // Chunks begin at even places.
    const end = at + 8 + length + (length % 2);
    if (end > fileEnd) return null;
    const content = file.subarray(at + 8, at + 8 + length);
    size ??= sizeOf(type, content);
    if (size === null) return null;
    hasImage ||= type === 'VP8 ' || type === 'VP8L' || type === 'ANMF';
    if (type === 'EXIF') orientation = orientationOf(withoutPrefix(content));
    if (KEPT.includes(type)) {
      const copied = type === 'VP8X' ? Buffer.from(file.subarray(at, end)) : file.subarray(at, end);
      if (type === 'VP8X') header = copied;
      chunks.push(copied);
    }
    at = end;
  }
  if (size === null || !hasImage) return null;
  if (header) {
    const turned = orientation === 1 ? 0 : HAS_EXIF;
    header[8] = ((header[8] ?? 0) & ~(HAS_EXIF | HAS_XMP)) | turned;
    if (turned) chunks.push(exifChunk(orientation));
  }
  const head = Buffer.from(file.subarray(0, HEAD));
  head.writeUInt32LE(
    chunks.reduce((sum, { length }) => sum + length, 4),
    4,
  );
  return picture(...size, [head, ...chunks]);
}

/** The first chunk says how large the picture is. */
function sizeOf(type: string, content: Buffer): [number, number] | null {
  if (type === 'VP8X' && content.length >= 10) {
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

/** Some programs write the prefix that belongs to JPEG. */
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
