import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

/** @returns the client's address, from the connection and `X-Forwarded-For` */
export type ClientAddress = (remoteAddress: string, xForwardedFor: string | undefined) => string;

/**
 * `X-Forwarded-For` is trusted only as far as trusted proxies wrote it: read from the right, the first address
 * that is not a proxy's is the client's.
 * @param trusted the proxies' ranges
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const isTrusted = createProxyTrust(trusted);
  return (remoteAddress, xForwardedFor) => {
    const hops = proxyAddr.all(requestOf(remoteAddress, xForwardedFor), isTrusted);
    // A hop that is no address is skipped, in favour of the one nearer to the relay.
    return hops.map(addressOfHop).findLast((address) => address !== null) ?? remoteAddress;
  };
}

export function createProxyTrust(trusted: readonly string[]): (address: string) => boolean {
  const isInRange = proxyAddr.compile(trusted.flatMap(halvesOfAll));
  return (hop) => {
    const address = addressOfHop(hop);
    return address !== null && isInRange(address, 0);
  };
}

/** Splits a range of all addresses in two: the library accepts no `/0`. */
function halvesOfAll(range: string): string[] {
  if (!range.endsWith('/0')) return [range];
  return range.includes(':') ? ['::/1', '8000::/1'] : ['0.0.0.0/1', '128.0.0.0/1'];
}

/** Only what the library reads; its types ask for the whole request. */
function requestOf(remoteAddress: string, xForwardedFor: string | undefined): IncomingMessage {
  const headers = { 'x-forwarded-for': xForwardedFor };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

/** The key for limits: an IPv4 address, or the /64 that one IPv6 household has. */
export function rateKey(address: string): string {
  const plain = unwrap(address);
  if (isIP(plain) !== 6) return plain;
  const network = ipaddr.IPv6.parse(plain).parts.map((part, i) => (i < 4 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/** A dual-stack socket shows IPv4 callers as `::ffff:1.2.3.4`; the zone of `fe80::1%eth0` is local. */
function unwrap(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address.replace(/%[^]*/, ''));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

/** Some proxies write `1.2.3.4:567` and `[2001:db8::1]:567`. Null if it is not an address. */
function addressOfHop(hop: string): string | null {
  const address = hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) === 0 ? null : unwrap(address);
}
