import type { Readable } from 'node:stream';
import { AppError } from '../../platform/errors';

/** Stores the bytes of files. Each file is stored once, under a name that is never used again. */
export interface AttachmentStorage {
  /**
   * Stores the bytes that `source` yields. When this resolves, the bytes survive a crash. When it fails, or the process
   * dies, some of them may remain under the name: `remove` deletes those, too.
   * @param bytes the exact number of bytes
   * @throws {AppError} storage_unavailable; the error of `source`, which throws if there are more or fewer bytes
   */
  put(name: string, source: AsyncIterable<Buffer>, bytes: number): Promise<void>;
  /** @throws {AppError} storage_unavailable; not_found if there are no such bytes */
  open(name: string): Promise<Readable>;
  /** Removes the bytes; it is no error if there are none. @throws {AppError} storage_unavailable */
  remove(name: string): Promise<void>;
  /** Returns the free bytes of the disk; null for a storage without a limit. @throws {AppError} storage_unavailable */
  freeBytes(): Promise<number | null>;
  /** Checks that the storage can be used. @throws {AppError} storage_unavailable */
  check(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_AFTER_S = 5;

/** The error for a storage that is full, slow or unreachable. */
export function storageAway(cause: unknown): AppError {
  return new AppError('storage_unavailable', {
    message: 'The storage of attachments is full or does not answer. Messages without files work.',
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
}
