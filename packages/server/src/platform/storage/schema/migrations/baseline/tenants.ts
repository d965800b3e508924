import type { ColumnTypes } from '../../column-types';

export function tenantTables(t: ColumnTypes): string[] {
  return [
    `CREATE TABLE tenants (
      tenant_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      tenant_name ${t.text(80)} NOT NULL,
      widget_public_key ${t.ascii(64)} NOT NULL UNIQUE,
      allowed_origins ${t.longText} NOT NULL,
      callback_url_base ${t.text(2048)},
      default_locale ${t.ascii(35)} NOT NULL,
      widget ${t.longText} NOT NULL,
      bot ${t.longText} NOT NULL,
      hours ${t.longText},
      status ${t.ascii(10)} NOT NULL,
      suspension_reason ${t.text(500)},
      created_at ${t.time} NOT NULL,
      changed_at ${t.time} NOT NULL DEFAULT 0
    ) ${t.tableEnd}`,
    `CREATE INDEX tenants_workspace ON tenants (workspace_id, tenant_id)`,
    // Lets every node find the changed tenants without reading each.
    `CREATE INDEX tenants_changed ON tenants (changed_at)`,
    `CREATE TABLE retired_widget_keys (
      tenant_id ${t.id} NOT NULL,
      widget_public_key ${t.ascii(64)} NOT NULL,
      retires_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, widget_public_key)
    ) ${t.tableEnd}`,
    // state: pending, active, retired (accepted inbound until retires_at).
    `CREATE TABLE tenant_secrets (
      tenant_id ${t.id} NOT NULL,
      secret_id ${t.id} NOT NULL,
      sealed_secret ${t.ascii(255)} NOT NULL,
      state ${t.ascii(10)} NOT NULL,
      retires_at ${t.time},
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, secret_id)
    ) ${t.tableEnd}`,

    // Signatures of accepted tenant calls: none is accepted twice.
    `CREATE TABLE replay_claims (
      tenant_id ${t.id} NOT NULL,
      signature ${t.ascii(64)} NOT NULL,
      expires_at ${t.time} NOT NULL,
      PRIMARY KEY (tenant_id, signature)
    ) ${t.tableEnd}`,
    `CREATE INDEX replay_claims_expiry ON replay_claims (expires_at)`,
  ];
}
