import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tenant } from '@chat-relay/server/wire/tenants';

/** The tenant whose screens are open. */
export interface OpenTenant {
  tenant: Tenant;
  /** After a write: the relay's answer takes its place. */
  put(tenant: Tenant): void;
  /** Reads it from the relay, and puts it. */
  refresh(): Promise<Tenant>;
}

export const OpenTenantContext = createContext<OpenTenant | null>(null);

export function useOpenTenant(): OpenTenant {
  const open = useContext(OpenTenantContext);
  if (!open) throw new TypeError('no tenant is open');
  return open;
}
