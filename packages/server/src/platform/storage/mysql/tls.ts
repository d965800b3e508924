import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { SslOptions } from 'mysql2';

/** `verify`: the server's certificate and name are checked. `off`: the connection is not encrypted. */
export type DatabaseTls = 'verify' | 'off';

/**
 * Reads `?tls=` of a MySQL address. Without it, connections are encrypted unless the host is on this machine or in
 * a private network.
 * @returns null for another value
 */
export function databaseTls(url: URL): DatabaseTls | null {
  const given = url.searchParams.get('tls');
  if (given === null) return isPrivate(hostOf(url)) ? 'off' : 'verify';
  return given === 'verify' || given === 'off' ? given : null;
}

/** The driver checks a certificate against a name only. */
export const isNamed = (url: URL): boolean => isIP(hostOf(url)) === 0;

/** @param ca certificates as PEM, to be trusted instead of the public authorities */
export const verifiedTls = (ca: string | undefined): SslOptions => ({
  rejectUnauthorized: true,
  verifyIdentity: true,
  minVersion: 'TLSv1.2',
  ...(ca !== undefined && { ca }),
});

const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const PRIVATE_RANGES = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);
/** Host names of private networks: RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`. */
const PRIVATE_NAMES = /^[^.]+$|\.(localhost|local|internal|home\.arpa)$/i;

function isPrivate(host: string): boolean {
  if (isIP(host) === 0) return PRIVATE_NAMES.test(host);
  return PRIVATE_RANGES.has(ipaddr.process(host).range());
}
