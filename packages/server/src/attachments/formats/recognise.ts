import type { AttachmentType } from '../../tenants/files/settings';
import { inSlices, type Steps } from '../../platform/slices';
import { readGif } from './gif';
import type { Recognised } from './image';
import { readJpeg } from './jpeg';
import { readPng } from './png';
import { readText } from './text';
import { readWebp } from './webp';

/** @internal for the tests, which have an awkward file for each */
export const READERS: Record<AttachmentType, (file: Buffer) => Steps<Recognised | null>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/gif': readGif,
  'application/pdf': readPdf,
  'text/plain': readText,
};

/**
 * The type that the bytes have, and what of them is kept. No pixel is decoded. Null for every other file, and for
 * one that is cut off, too large on a side, or made of too many parts.
 */
export async function recognise(
  file: Buffer,
): Promise<(Recognised & { type: AttachmentType }) | null> {
  for (const [type, read] of Object.entries(READERS)) {
    const found = await inSlices(read(file));
    if (found) return { ...found, type: type as AttachmentType }; // a key of READERS
  }
  return null;
}

// oxlint-disable-next-line require-yield -- it takes no time
function* readPdf(file: Buffer): Steps<Recognised | null> {
  return file.toString('latin1', 0, 5) === '%PDF-' ? { size: null, kept: [file] } : null;
}
