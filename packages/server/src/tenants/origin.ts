import { isIP } from 'node:net';
import { getPublicSuffix } from 'tldts';

/**
 * Returns the canonical form of a configured origin, or null. Case, default port, a final `/` and Unicode names are
 * normalised. Anything that `new URL` would change silently (paths, user info, backslashes, full-width dots, odd
 * IPv4) is refused. `https://*.a.example` stays a wildcard.
 */
export function canonicalOrigin(text: string, options: { allowHttp: boolean }): string | null {
  const match = ORIGIN.exec(text);
  if (!match || text.length > MAX_LENGTH) return null;
  const [, scheme, writtenHost, port = ''] = match as unknown as [string, string, string, string?];
  const protocol = scheme.toLowerCase();
  if (protocol === 'http' && !options.allowHttp) return null;

  const isWildcard = writtenHost.startsWith('*.');
  const host = canonicalHost(isWildcard ? writtenHost.slice(2) : writtenHost);
  if (host === null || (isWildcard && !mayHaveWildcard(protocol, host))) return null;

  const url = `${protocol}://${host}${port}`;
  if (!URL.canParse(url)) return null; // a port above 65,535
  const { origin } = new URL(url);
  return isWildcard ? origin.replace('://', '://*.') : origin;
}

/** Returns the origin of a request, or null. Browsers send the canonical form, so other forms are refused. */
export function requestOrigin(text: string): string | null {
  const isCanonical = canonicalOrigin(text, { allowHttp: true }) === text;
  return isCanonical && !text.includes('*') ? text : null;
}

/** True if a canonical origin is in the tenant's list; a wildcard matches exactly one label. */
export function originAllowed(origin: string, allowed: readonly string[]): boolean {
  if (origin.includes('*')) return false;
  const [scheme, label, ...parent] = origin.split(/:\/\/|\./);
  const asWildcard = label === '' ? null : `${scheme}://*.${parent.join('.')}`;
  return allowed.some((entry) => entry === origin || entry === asWildcard);
}

const MAX_LENGTH = 300;
/** Matches scheme, host and port only, and no control characters, which `new URL` drops. */
const ORIGIN =
  /^(https?):\/\/(\[[0-9a-f:.]+\]|[^\s\u0000-\u001f\u007f-\u009f\\/?#@%:[\]]+)(:[1-9]\d{0,4})?\/?$/i;
const LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/;

function canonicalHost(written: string): string | null {
  // Kelvin signs, full-width letters and other full stops look like ASCII, but are not.
  if (written.normalize('NFKC') !== written || written.includes('\u3002')) return null;

  const url = `https://${written}`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname;
  if (host.startsWith('[')) return host;
  if (isIP(host) === 4) return host === written ? host : null; // 127.1, 0x7f000001, 2130706433
  return host.split('.').every((label) => LABEL.test(label)) ? host : null;
}

/** A wildcard allows anyone who can register a name below `parent`, so `parent` must belong to one owner. */
function mayHaveWildcard(protocol: string, parent: string): boolean {
  if (protocol !== 'https' || parent.startsWith('[') || isIP(parent) !== 0) return false;
  if (!parent.includes('.')) return false;
  return getPublicSuffix(parent, { allowPrivateDomains: true }) !== parent;
}
