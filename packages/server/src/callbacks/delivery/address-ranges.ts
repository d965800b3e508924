import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js';

export type Address = IPv4 | IPv6;
export type Range = readonly [Address, number];

/** Addresses of cloud credentials and machine control: no setting allows these. */
export const ALWAYS_REFUSED = ranges(
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '168.63.129.16/32', // Azure's platform, at a public address
  '100.100.100.200/32', // Alibaba's metadata
  '192.0.0.192/32', // Oracle's metadata
  'fd00:ec2::/32', // Amazon's metadata, name servers and clocks
  'fd20:ce::254/128', // Google's metadata
  'fe80::/10', // link-local
);

export const LOOPBACK = ranges('127.0.0.0/8', '::1/128');

export function isInside(address: Address, list: readonly Range[]): boolean {
  return list.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** True if the address is public and belongs to a single machine. */
export function isGlobal(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isInside(address, SPECIAL_IPV4);
  return isInside(address, GLOBAL_IPV6) && !isInside(address, SPECIAL_IPV6);
}

/** The IPv4 addresses that a translator or tunnel might extract from an IPv6 address. */
export function embeddedIPv4(address: Address): IPv4[] {
  return EMBEDDINGS.filter(({ prefix }) => isInside(address, [prefix])).flatMap(({ read }) =>
    read(address.toByteArray()).map((octets) => new ipaddr.IPv4(octets)),
  );
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry */
const SPECIAL_IPV4 = ranges(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
);

/** Everything that IANA has assigned; mapped, NAT64, unique local, link-local and multicast addresses are outside. */
const GLOBAL_IPV6 = ranges('2000::/3');

/** https://www.iana.org/assignments/iana-ipv6-special-registry, within 2000::/3 */
const SPECIAL_IPV6 = ranges(
  '2001::/23', // protocol assignments, Teredo, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
);

interface Embedding {
  prefix: Range;
  read(bytes: number[]): number[][];
}

const last = (bytes: number[]) => [bytes.slice(12)];

const EMBEDDINGS: Embedding[] = [
  { prefix: range('::/96'), read: last }, // compatible, deprecated
  { prefix: range('::ffff:0:0/96'), read: last }, // mapped
  { prefix: range('::ffff:0:0:0/96'), read: last }, // translated, RFC 2765
  { prefix: range('64:ff9b::/96'), read: last }, // NAT64
  {
    // A network's own NAT64 prefix (RFC 8215): a /48, /56, /64 or /96 of it; byte 8 is skipped, RFC 6052 2.2
    prefix: range('64:ff9b:1::/48'),
    read: (bytes) =>
      [
        [6, 7, 9, 10],
        [7, 9, 10, 11],
        [9, 10, 11, 12],
        [12, 13, 14, 15],
      ].map((places) => places.map((place) => bytes[place]!)),
  },
  { prefix: range('2002::/16'), read: (bytes) => [bytes.slice(2, 6)] }, // 6to4
  {
    // Teredo: the server, and the client with its bits flipped
    prefix: range('2001::/32'),
    read: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((byte) => byte ^ 0xff)],
  },
];

function ranges(...cidrs: string[]): Range[] {
  return cidrs.map(range);
}

function range(cidr: string): Range {
  return ipaddr.parseCIDR(cidr);
}
