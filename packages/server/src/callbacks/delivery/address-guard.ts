import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';
import { ALWAYS_REFUSED, embeddedIPv4, isGlobal, isInside, LOOPBACK } from './address-ranges';

export type UrlRefusal =
  | 'too_long'
  | 'malformed'
  | 'scheme_not_allowed'
  | 'user_info_not_allowed'
  | 'query_not_allowed'
  | 'port_not_allowed'
  | 'host_not_canonical'
  | 'address_not_allowed';

export type UrlCheck = { ok: true; url: URL } | { ok: false; reason: UrlRefusal };

export interface AddressGuardOptions {
  /** `CALLBACK_ALLOW_CIDRS`: private ranges that callbacks may reach nevertheless. */
  allowCidrs: readonly string[];
  /** `ENV=local`: also allows loopback and `http:`, and nothing else. */
  isLocal: boolean;
  resolve?: typeof dns.lookup;
}

/**
 * Keeps callbacks out of private networks. All three checks are needed: an IP literal is never looked up, a
 * name may resolve differently later, and only the peer is the address that was reached.
 */
export interface AddressGuard {
  /** Checks a URL before it is saved and before each call; returns it with its host in canonical form. */
  checkUrl(text: string): UrlCheck;
  /** Checks each resolved address and the connected peer. */
  isAllowedAddress(address: string): boolean;
  /** Resolves once and returns exactly what it checked; one forbidden address refuses all. */
  lookup: LookupFunction;
}

export class ForbiddenAddressError extends Error {
  readonly code = 'forbidden_address';

  constructor(host: string) {
    super(`callbacks may not be sent to ${host}`);
    this.name = 'ForbiddenAddressError';
  }
}

const MAX_URL_CHARS = 2048;

export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
  const { isLocal } = options;
  const resolve = sharing(options.resolve ?? dns.lookup);
  const allowed = options.allowCidrs.map((cidr) => ipaddr.parseCIDR(cidr));

  function isAllowedAddress(address: string): boolean {
    const plain = address.replace(/%[^]*/, '');
    if (isIP(plain) === 0) return false;
    const parsed: IPv4 | IPv6 = ipaddr.parse(plain);
    if ([parsed, ...embeddedIPv4(parsed)].some((one) => isInside(one, ALWAYS_REFUSED)))
      return false;
    if (isInside(parsed, allowed)) return true;
    if (isLocal && isInside(parsed, LOOPBACK)) return true;
    return isGlobal(parsed);
  }

  function isAllowedHost(host: string): boolean {
    if (/(^|\.)localhost$/.test(host)) return isAllowedAddress('127.0.0.1');
    const literal = host.replace(/^\[(.*)\]$/, '$1');
    return isIP(literal) === 0 || isAllowedAddress(literal);
  }

  function checkUrl(text: string): UrlCheck {
    if (text.length > MAX_URL_CHARS) return refuse('too_long');
    // `new URL` would drop blanks and some invisible characters, and treat a backslash as a slash.
    if (/[\s\\\p{C}]/u.test(text) || !/^[a-z]+:\/\/[^/]/i.test(text)) return refuse('malformed');
    if (!URL.canParse(text)) return refuse('malformed');

    const url = new URL(text);
    if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) {
      return refuse('scheme_not_allowed');
    }
    if (url.username !== '' || url.password !== '' || /^[^:]+:\/\/[^/?#]*@/.test(text)) {
      return refuse('user_info_not_allowed');
    }
    if (/[?#]/.test(text)) return refuse('query_not_allowed'); // the event's path is appended
    if (!isAllowedPort(url.port)) return refuse('port_not_allowed');
    if (url.hostname.split('.').includes('')) return refuse('host_not_canonical');
    if (!isAllowedHost(url.hostname)) return refuse('address_not_allowed');
    return { ok: true, url };
  }

  const lookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname, lookupOptions, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isAllowedAddress(address))) {
        return callback(new ForbiddenAddressError(hostname), []);
      }
      if (lookupOptions.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };

  return { checkUrl, isAllowedAddress, lookup };
}

type Resolved = (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void;

/** Shares look-ups of one name. Few threads do them, and a slow name uses one, however many connections wait for it. */
function sharing(resolve: typeof dns.lookup) {
  const waiting = new Map<string, Resolved[]>();
  return (hostname: string, options: dns.LookupOptions, resolved: Resolved): void => {
    const key = `${hostname} ${options.family ?? 0}`;
    const others = waiting.get(key);
    if (others) return void others.push(resolved);
    const all = [resolved];
    waiting.set(key, all);
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      waiting.delete(key);
      for (const one of all) one(error, addresses);
    });
  };
}

/** Allows the web's own ports and the unprivileged ones: no receiver is on 22 or 25. */
function isAllowedPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024;
}

function refuse(reason: UrlRefusal): UrlCheck {
  return { ok: false, reason };
}
