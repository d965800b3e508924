import { parseAddress } from '../browser/address';

/**
 * Guesses the origin that a person means: a host name gets `https://`, and a path is cut off. Other texts stay as they
 * are, for the relay to check.
 */
export function meantOrigin(text: string): string {
  const typed = text.trim();
  if (typed === '' || typed.includes('*')) return typed;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = parseAddress(address);
  return url ? `${url.protocol}//${url.host}` : typed;
}
