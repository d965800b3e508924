import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUID v7: sorts by the time it was made. */
export function newId(): string {
  return v7();
}

/** An object id: 4 bytes of seconds, then 8 random bytes, as 24 lower-case hex. */
export function newObjectId(nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
    .toString(16)
    .padStart(8, '0');
  return seconds + randomBytes(8).toString('hex');
}

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const OBJECT_ID = /^[0-9a-f]{24}$/;
