import { rateKey } from '../../platform/rate-limits/client-address';
import { keyedHashes } from '../../platform/security/keyed-hash';
import type { KeyRing } from '../../platform/security/keys';

/** What blocks are about where it must not be readable. A hash of one tenant says nothing about another's. */
export interface BlockSubjects {
  /** Of a network: an IPv4 address, or the /64 of an IPv6 address. The first is stored, any may have been. */
  ofAddress(tenantId: string, ip: string): readonly [string, ...string[]];
  /** Of a user whose data is erased. */
  ofErasedUser(tenantId: string, userId: string): readonly [string, ...string[]];
}

export function createBlockSubjects(keys: KeyRing): BlockSubjects {
  return {
    ofAddress: (tenantId, ip) => keyedHashes(keys, `address|${tenantId}|${rateKey(ip)}`),
    ofErasedUser: (tenantId, userId) => keyedHashes(keys, `identity|${tenantId}|${userId}`),
  };
}
