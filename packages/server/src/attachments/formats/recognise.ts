import type { AttachmentType } from '../../tenants/files/settings';
import { inSlices, type Steps } from '../../platform/slices';
import { readGif } from './gif';
import type { Recognised } from './image';
import { readJpeg } from './jpeg';
import { readPng } from './png';
import { readText } from './text';
import { readWebp } from './webp';

/** @internal for the tests, which have an unusual file for each reader */
export const READERS: Record<AttachmentType, (file: Buffer) => Steps<Recognised | null>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
  'image/gif': readGif,
  'application/pdf': readPdf,
  'text/plain': readText,
};

/**
 * Detects the type of a file by its bytes, and which of them are stored. No pixel is decoded. Null if the type is
 * unknown, or the file is cut off, too large on a side, or made of too many parts.
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
