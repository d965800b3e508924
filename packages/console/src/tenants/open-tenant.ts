import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Tenant } from '@chat-relay/server/wire/tenants';

export interface OpenTenant {
  tenant: Tenant;
  /** Stores the relay's response to a write. */
  put(tenant: Tenant): void;
  /** Reads the tenant again, and stores it. */
  refresh(): Promise<Tenant>;
}

export const OpenTenantContext = createContext<OpenTenant | null>(null);

export function useOpenTenant(): OpenTenant {
  const open = useContext(OpenTenantContext);
  if (!open) throw new TypeError('no tenant is open');
  return open;
}
