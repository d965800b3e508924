import { randomBytes, randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUID v7: sorts by the millisecond of its creation. */
export function newId(): string {
  return v7({ rng: takeRandomBytes });
}

/** The smallest UUID v7 of a time. */
export function firstIdAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

export function timeOfId(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const BYTES_PER_ID = 16;
const pool = new Uint8Array(BYTES_PER_ID * 256);
let used = pool.length;

/** Takes bytes from a pool: asking the system for 16 costs more than the rest of an id. */
function takeRandomBytes(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += BYTES_PER_ID;
  return pool.slice(used - BYTES_PER_ID, used);
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
