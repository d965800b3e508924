import { exifOf, orientationOf, picture, type Recognised } from './image';

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

/** Null for bytes that are no whole JPEG. What follows its end is left out. */
export function readJpeg(file: Buffer): Recognised | null {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return null;
  const kept: Buffer[] = [];
  let size: [number, number] | null = null;
  let orientation = 1;
  let at = 2;
  for (;;) {
    // Any number of fill bytes may stand before a marker.
    while (file[at] === 0xff && file[at + 1] === 0xff) at++;
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined) return null;
    if (marker === EOI) break;
    if (at + 4 > file.length) return null;
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end < at + 4 || end > file.length) return null;
    const segment = file.subarray(at, end);
    const content = segment.subarray(4);
    if (isFrame(marker) && content.length >= 5) {
      size ??= [content.readUInt16BE(3), content.readUInt16BE(1)];
    }
    if (marker === APP1 && startsWith(content, EXIF) && orientation === 1) {
      orientation = orientationOf(content.subarray(EXIF.length));
    }
    if (isKept(marker, content)) kept.push(segment);
    at = end;
    if (marker !== SOS) continue;
    const scanEnd = endOfScan(file, at);
    if (scanEnd === null) return null;
    kept.push(file.subarray(at, scanEnd));
    at = scanEnd;
  }
  if (size === null) return null;
  const head = [file.subarray(0, 2), ...(orientation === 1 ? [] : [exifSegment(orientation)])];
  return picture(...size, [...head, ...kept, Buffer.from([0xff, EOI])]);
}

/** Any kind of frame header; C4, C8 and CC are other tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isKept(marker: number, content: Buffer): boolean {
  if (marker === APP0) return startsWith(content, JFIF);
  if (marker === APP2) return startsWith(content, ICC);
  if (marker === APP14) return startsWith(content, ADOBE);
  const isApplication = marker >= APP0 && marker <= 0xef;
  const isComment = marker === 0xfe;
  return !isApplication && !isComment;
}

/** Where the next marker begins that is no part of the picture's data. */
function endOfScan(file: Buffer, from: number): number | null {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next === undefined) return null;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return null;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([EXIF, exifOf(orientation)]);
  const head = Buffer.from([0xff, APP1, 0, content.length + 2]);
  return Buffer.concat([head, content]);
}

function startsWith(content: Buffer, beginning: Buffer): boolean {
  return content.subarray(0, beginning.length).equals(beginning);
}
