import type { Readable } from 'node:stream';
import { AppError } from '../../platform/errors';

/** Where the bytes of files are. Each is stored once, under a name that is never used again. */
export interface AttachmentStorage {
  /**
   * Stores what `source` yields. When this resolves, the bytes survive a crash. When it fails, or the process dies,
   * some of them may remain under the name: `remove` deletes those too.
   * @param bytes how many there are, exactly
   * @throws {AppError} storage_unavailable; what `source` throws, which it does if there are more or fewer
   */
  put(name: string, source: AsyncIterable<Buffer>, bytes: number): Promise<void>;
  /** @throws {AppError} storage_unavailable; not_found where there are no such bytes */
  open(name: string): Promise<Readable>;
  /** Removing what is not there is no error. @throws {AppError} storage_unavailable */
  remove(name: string): Promise<void>;
  /** How many bytes its disk has left; null for one without an end. @throws {AppError} storage_unavailable */
  freeBytes(): Promise<number | null>;
  /** Whether it can be used. @throws {AppError} storage_unavailable */
  check(): Promise<void>;
  close(): Promise<void>;
}

const RETRY_AFTER_S = 5;

/** For a storage that is full, slow or away. */
export function storageAway(cause: unknown): AppError {
  return new AppError('storage_unavailable', {
    message: 'The storage of attachments is full or does not answer. Messages without files work.',
    retryAfterS: RETRY_AFTER_S,
    cause,
  });
}
