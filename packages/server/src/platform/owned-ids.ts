import { randomBytes } from 'node:crypto';

const TENANT_BYTES = 16;
const OWN_BYTES = 8;

/** Ids of one kind that contain their tenant's, so that a row is found by its id alone. */
export interface OwnedIds {
  pattern: RegExp;
  /** @param own 8 bytes; random ones without */
  create(tenantId: string, own?: Buffer): string;
  tenantIdOf(id: string): string;
}

/** @param pattern the prefix and 32 characters of base64url */
export function ownedIds(prefix: string, pattern: RegExp): OwnedIds {
  return {
    pattern,
    create: (tenantId, own = randomBytes(OWN_BYTES)) => {
      const tenant = Buffer.from(tenantId.replaceAll('-', ''), 'hex');
      return prefix + Buffer.concat([tenant, own.subarray(0, OWN_BYTES)]).toString('base64url');
    },
    tenantIdOf: (id) => {
      const bytes = Buffer.from(id.slice(prefix.length), 'base64url');
      const hex = bytes.subarray(0, TENANT_BYTES).toString('hex');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
