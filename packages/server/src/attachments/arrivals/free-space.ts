import { AppError } from '../../platform/errors';
import type { AttachmentStorage } from '../storage/storage';

/** In s. Longer than the time after which clients report a failure. */
const RETRY_AFTER_S = 300;

/** Keeps space free on a disk that the database, logs or backups may need. Bytes: those that are to be written. */
export type RequireFreeSpace = (bytes: number) => Promise<void>;

/**
 * @param minFreeBytes the space that must remain free after all running uploads
 * @returns a check that throws storage_unavailable; it always passes in a storage without a limit, such as a bucket
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
