import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors';
import type { DiskStorage } from '../storage/disk';
import type { AttachmentStorage } from '../storage/storage';

/** A file that a row of `uploads` refers to. */
export interface FileReference {
  object: string;
  bytes: number;
  /** Null until the upload is finished. */
  sha256: string | null;
}

/** Selects the references of a copied database. */
export const REFERENCES = `SELECT object, COALESCE(bytes, received_bytes) AS bytes, sha256
  FROM uploads WHERE object IS NOT NULL`;

/**
 * Copies the files that a copied database refers to, unless the other storage has them already. Names are used once, so
 * a file that is there is the same file.
 * @returns the number of references without bytes
 */
export async function copyFiles(
  references: readonly FileReference[],
  from: Pick<AttachmentStorage, 'open'>,
  to: DiskStorage,
): Promise<number> {
  let missing = 0;
  for (const { object, bytes } of references) {
    if ((await to.sizeOf(object)) === bytes) continue;
    // A copy that was killed may have left a part of it.
    await to.remove(object);
    const stream = await unlessMissing(() => from.open(object));
    if (stream) await to.put(object, stream, bytes);
    else missing++;
  }
  return missing;
}

/** Counts references without bytes, or with other bytes than were stored. Reads all of them. */
export async function countMissing(
  references: readonly FileReference[],
  storage: Pick<AttachmentStorage, 'open'>,
): Promise<number> {
  let missing = 0;
  for (const { object, bytes, sha256 } of references) {
    const found = await measure(storage, object);
    const isSame = found?.bytes === bytes && (sha256 === null || found.sha256 === sha256);
    if (!isSame) missing++;
  }
  return missing;
}

async function measure(storage: Pick<AttachmentStorage, 'open'>, object: string) {
  const stream = await unlessMissing(() => storage.open(object));
  if (!stream) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function unlessMissing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}
