import { rateKey } from '../../platform/rate-limits/client-address';
import { keyedHashes } from '../../platform/security/keyed-hash';
import type { KeyRing } from '../../platform/security/keys';

/** Keyed hashes for what a block must not store as text. The tenant is hashed too, so tenants can't be compared. */
export interface BlockSubjects {
  /**
   * The hashes of a network, which is an IPv4 address or the /64 of an IPv6 one. The first is stored; all are looked
   * up.
   */
  ofAddress(tenantId: string, ip: string): readonly [string, ...string[]];
  /** The hashes of a user whose data is erased. */
  ofErasedUser(tenantId: string, userId: string): readonly [string, ...string[]];
}

export function createBlockSubjects(keys: KeyRing): BlockSubjects {
  return {
    ofAddress: (tenantId, ip) => keyedHashes(keys, `address|${tenantId}|${rateKey(ip)}`),
    ofErasedUser: (tenantId, userId) => keyedHashes(keys, `identity|${tenantId}|${userId}`),
  };
}
