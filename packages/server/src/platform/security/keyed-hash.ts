import { createHmac } from 'node:crypto';
import type { KeyRing } from './keys';

/** HMACs of a text with each key, in hex. Store the first; stored rows may have any of them. */
export function keyedHashes(
  [newest, ...others]: KeyRing,
  text: string,
): readonly [string, ...string[]] {
  const hashWith = (key: Buffer): string => createHmac('sha256', key).update(text).digest('hex');
  return [hashWith(newest), ...others.map(hashWith)];
}
