import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Who is calling. `X-Forwarded-For` is believed only as far as trusted proxies wrote it: read from
 * the right, the first address that is not one of ours is the client.
 */
export function clientAddress(
  remoteAddress: string,
  xForwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  let client = unwrap(remoteAddress);
  if (xForwardedFor === undefined || trusted.length === 0) return client;

  const hops = xForwardedFor.split(',').map((hop) => withoutPort(hop.trim()));
  while (hops.length > 0 && isTrusted(client, trusted)) {
    const hop = hops.pop()!;
    if (isIP(hop) === 0) return client;
    client = unwrap(hop);
  }
  return client;
}

/** What limits count by: an IPv4 address, or the /64 that one IPv6 household owns. */
export function rateKey(address: string): string {
  const plain = unwrap(address);
  if (isIP(plain) !== 6) return plain;
  const network = ipaddr.IPv6.parse(plain).parts.map((part, i) => (i < 4 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/** A dual-stack socket shows IPv4 callers as `::ffff:1.2.3.4`; the zone of `fe80::1%eth0` is ours. */
function unwrap(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address.replace(/%.*$/, ''));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return trusted.some((cidr) => {
    const [network, bits] = ipaddr.parseCIDR(cidr);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/** Some proxies write `1.2.3.4:567` and `[2001:db8::1]:567`. */
function withoutPort(hop: string): string {
  return hop.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}
