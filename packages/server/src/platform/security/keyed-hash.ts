import { createHmac } from 'node:crypto';
import type { KeyRing } from './keys';

/** HMACs of a text, in hex: the first is stored, any may have been. */
export function keyedHashes(
  [newest, ...others]: KeyRing,
  text: string,
): readonly [string, ...string[]] {
  const hashWith = (key: Buffer): string => createHmac('sha256', key).update(text).digest('hex');
  return [hashWith(newest), ...others.map(hashWith)];
}
