/** The *tenant* read, as docs/PROTOCOL.md has it. Times are ISO 8601 in UTC. */
export interface Tenant {
  tenant_id: string;
  workspace_id: string;
  tenant_name: string;
  allowed_origins: string[];
  default_locale: string;
  status: TenantStatus;
  created_at: string;
}

export type TenantStatus = 'active' | 'suspended' | 'deleting';
