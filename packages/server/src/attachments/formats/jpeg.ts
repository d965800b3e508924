import type { Steps } from '../../platform/slices';
import { picture, type Recognised } from './image';
import { KeptBytes } from './kept-bytes';
import { exifOf, orientationOf } from './orientation';

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1');
const JFIF = Buffer.from('JFIF\0', 'latin1');
const ADOBE = Buffer.from('Adobe', 'latin1');

const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const SOS = 0xda;
const EOI = 0xd9;

/** The number of bytes that are read before other work may run. */
const STEP_BYTES = 64 * 1024;

/** Null if the bytes are no complete JPEG. Bytes after its end are left out. */
export function* readJpeg(file: Buffer): Steps<Recognised | null> {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return null;
  const kept = new KeptBytes(file);
  let size: [number, number] | null = null;
  let orientation = 1;
  let at = 2;
  for (;;) {
    yield;
    at = yield* skip(file, at, isFill);
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined || !kept.count()) return null;
    if (marker === EOI) break;
    if (at + 4 > file.length) return null;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end < at + 4 || end > file.length) return null;
    const content = at + 4;
    if (isFrame(marker) && end - content >= 5) {
      size ??= [file.readUInt16BE(content + 3), file.readUInt16BE(content + 1)];
    }
    if (marker === APP1 && orientation === 1 && startsWith(file, content, end, EXIF)) {
      orientation = orientationOf(file.subarray(content + EXIF.length, end));
    }
    if (isKept(file, marker, content, end)) kept.keep(at, end);
    at = end;
    if (marker !== SOS) continue;
    const scanEnd: number = yield* skip(file, at, isScanData);
    if (scanEnd + 1 >= file.length) return null;
    kept.keep(at, scanEnd);
    at = scanEnd;
  }
  if (size === null) return null;
  const whole = new KeptBytes(file);
  whole.add(file.subarray(0, 2));
  if (orientation !== 1) whole.add(exifSegment(orientation));
  for (const piece of kept.pieces) whole.add(piece);
  whole.add(Buffer.from([0xff, EOI]));
  return picture(size, 1, whole);
}

/** True of any frame header; C4, C8 and CC are other tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function isKept(file: Buffer, marker: number, from: number, to: number): boolean {
  if (marker === APP0) return startsWith(file, from, to, JFIF);
  if (marker === APP2) return startsWith(file, from, to, ICC);
  if (marker === APP14) return startsWith(file, from, to, ADOBE);
  const isApplication = marker >= APP0 && marker <= 0xef;
  const isComment = marker === 0xfe;
  return !isApplication && !isComment;
}

/** True of a fill byte, of which any number may come before a marker. */
function isFill(byte: number, next: number | undefined): boolean {
  return byte === 0xff && next === 0xff;
}

/** True of the picture's data, in which a marker must be escaped or be a restart marker. */
function isScanData(byte: number, next: number | undefined): boolean {
  if (byte !== 0xff) return true;
  return next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7);
}

/** Returns the position of the first byte that does not pass; the file's length if all do. */
function* skip(
  file: Buffer,
  from: number,
  passes: (byte: number, next: number | undefined) => boolean,
): Steps<number> {
  let at = from;
  while (at < file.length) {
    const stop = Math.min(file.length, at + STEP_BYTES);
    while (at < stop && passes(file[at]!, file[at + 1])) at++;
    if (at < stop) return at;
    yield;
  }
  return at;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([EXIF, exifOf(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, content.length + 2]);
  return Buffer.concat([head, content]);
}

function startsWith(file: Buffer, from: number, to: number, beginning: Buffer): boolean {
  const end = from + beginning.length;
  return end <= to && file.compare(beginning, 0, beginning.length, from, end) === 0;
}
