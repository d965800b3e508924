import type { AttachmentType } from '../../tenants/files/settings';
import { picture, type Recognised } from './image';
import { readJpeg } from './jpeg';
import { readPng } from './png';
import { readText } from './text';
import { readWebp } from './webp';

const READERS: Record<AttachmentType, (file: Buffer) => Recognised | null> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/gif': readGif,
  'application/pdf': readPdf,
  'text/plain': readText,
};

/**
 * The type that the bytes have, and what of them is kept. No pixel is decoded. Null for every other file, and for
 * one that is cut off or too large on a side.
 */
export function recognise(file: Buffer): (Recognised & { type: AttachmentType }) | null {
  for (const [type, read] of Object.entries(READERS)) {
    const found = read(file);
    if (found) return { ...found, type: type as AttachmentType }; // a key of READERS
  }
  return null;
}

function readGif(file: Buffer): Recognised | null {
  if (file.length < 14 || !/^GIF8[79]a$/.test(file.toString('latin1', 0, 6))) return null;
  return picture(file.readUInt16LE(6), file.readUInt16LE(8), [file]);
}

function readPdf(file: Buffer): Recognised | null {
  return file.toString('latin1', 0, 5) === '%PDF-' ? { size: null, kept: [file] } : null;
}
