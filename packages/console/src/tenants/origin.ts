import { parseAddress } from '../browser/address';

/**
 * The origin that a person most likely means: a name gets `https://`, and a path is cut off. Anything else is
 * left for the relay to judge.
 */
export function meantOrigin(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed.includes('*')) return typed;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = parseAddress(address);
  return url ? `${url.protocol}//${url.host}` : typed;
}
