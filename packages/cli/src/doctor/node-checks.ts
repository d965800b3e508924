import type { NodeStatus } from '@chat-relay/server/wire/system';
import { unchecked, type Check } from './diagnosis';

/** An address that is reserved for documentation (RFC 5737), so no client has it. */
export const MADE_UP_ADDRESS = '192.0.2.1';

const GIB = 1024 ** 3;
const LEAST_SHARE = 0.1;
/** In bytes. Enough free space on a disk of any size. */
const ENOUGH_BYTES = 10 * GIB;

/** Checks that the disks that the node writes to have free space. */
export function diskChecks({ disks }: Pick<NodeStatus, 'disks'>): Check[] {
  const name = 'disk';
  if (disks.length === 0) return [unchecked(name, 'none: the node stores nothing itself')];
  return disks.map(({ holds, free_bytes: free, total_bytes: total }) => {
    const share = total > 0 ? Math.floor((free / total) * 100) : 0;
    const facts = `${holds}: ${sizeOf(free)} of ${sizeOf(total)} free (${share} %)`;
    const isWell = free >= Math.min(total * LEAST_SHARE, ENOUGH_BYTES);
    const advice = ': make room; when it is full, messages and files are refused';
    return { name, isWell, message: isWell ? facts : `${facts}${advice}` };
  });
}

function sizeOf(bytes: number): string {
  const gib = bytes / GIB;
  return gib >= 1 ? `${gib.toFixed(1)} GiB` : `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

/**
 * Checks that the relay sees each visitor's own address, on which limits and blocks depend.
 *
 * @param plain the addresses of an ordinary request
 * @param claiming the addresses of a request that claimed to come from `MADE_UP_ADDRESS`
 */
export function addressCheck(
  url: string,
  plain: NodeStatus['caller'],
  claiming: NodeStatus['caller'],
): Check {
  const name = 'addresses';
  const { peer, address, forwarded_for: hops } = plain;
  const wrong = (message: string): Check => ({ name, isWell: false, message });
  if (hops.length === 0) {
    if (url.startsWith('https:')) {
      return wrong(
        `every visitor counts as ${peer}: the proxy there sends no X-Forwarded-For. Have it send the header, and set TRUSTED_PROXIES=${rangeOf(peer)}`,
      );
    }
    if (plain.is_peer_trusted) {
      return unchecked(
        name,
        `not checked: this machine (${peer}) is in TRUSTED_PROXIES and calls the relay itself; give --url with the public address`,
      );
    }
    return { name, isWell: true, message: `the relay sees ${address}, without a proxy between` };
  }
  if (!plain.is_peer_trusted) {
    return wrong(
      `every visitor counts as ${peer}: X-Forwarded-For comes from there and is ignored. If it is your proxy, set TRUSTED_PROXIES=${rangeOf(peer)} at the relay`,
    );
  }
  if (claiming.address === MADE_UP_ADDRESS) {
    return wrong(
      'a visitor can claim any address: the outermost proxy must replace X-Forwarded-For, and TRUSTED_PROXIES must name proxies only',
    );
  }
  if (hops.lastIndexOf(address) > 0) {
    return wrong(
      `every visitor counts as ${address}, which passed on X-Forwarded-For. If it is a proxy of yours, add ${rangeOf(address)} to TRUSTED_PROXIES`,
    );
  }
  return { name, isWell: true, message: `the relay sees ${address}, behind ${peer}` };
}

function rangeOf(address: string): string {
  return address.includes(':') ? `${address}/128` : `${address}/32`;
}
