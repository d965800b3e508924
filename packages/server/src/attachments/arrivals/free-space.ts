import { AppError } from '../../platform/errors';
import type { AttachmentStorage } from '../storage/storage';

/** Longer than clients wait before they report it. */
const RETRY_AFTER_S = 300;

/** Keeps files off a disk that the database, logs or backups may need. */
export type RequireFreeSpace = (bytes: number) => Promise<void>;

/**
 * @param minFreeBytes what remains free, the bytes that are still to come included
 * @returns throws storage_unavailable; passes in a storage that knows no end, such as a bucket
 */
export function createRequireFreeSpace(
  storage: Pick<AttachmentStorage, 'freeBytes'>,
  minFreeBytes: number,
): RequireFreeSpace {
  return async (bytes) => {
    const free = await storage.freeBytes();
    if (free === null || free - bytes >= minFreeBytes) return;
    throw new AppError('storage_unavailable', {
      message: 'The disk of attachments is almost full. Messages without files work.',
      retryAfterS: RETRY_AFTER_S,
    });
  };
}
