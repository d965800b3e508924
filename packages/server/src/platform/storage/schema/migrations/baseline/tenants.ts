import type { ColumnTypes } from '../../column-types';

export function tenantTables(t: ColumnTypes): string[] {
  return [
    // widget, bot, texts, attachments and hours are JSON; texts: the words that replace the widget's and the relay's.
    // Targets are in seconds, and retention_days null means permanently. restores_to: the status before the tenant
    // was deleted, null once its rows are being erased.
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
      texts ${t.longText},
      attachments ${t.longText},
      hours ${t.longText},
      rating ${t.boolean} NOT NULL DEFAULT 0,
      waiting_mail ${t.boolean} NOT NULL DEFAULT 1,
      assignment ${t.ascii(10)} NOT NULL DEFAULT 'off',
      target_first_answer_s ${t.integer},
      target_wait_s ${t.integer},
      retention_days ${t.integer},
      status ${t.ascii(10)} NOT NULL,
      suspension_reason ${t.text(500)},
      deletes_at ${t.time},
      restores_to ${t.ascii(10)},
      created_at ${t.time} NOT NULL,
      changed_at ${t.time} NOT NULL DEFAULT 0
    ) ${t.tableEnd}`,
    `CREATE INDEX tenants_workspace ON tenants (workspace_id, tenant_id)`,
    // Lets every node find the changed tenants without reading each.
    `CREATE INDEX tenants_changed ON tenants (changed_at)`,
    `CREATE INDEX tenants_deletion ON tenants (deletes_at)${t.where('deletes_at IS NOT NULL')}`,
    `CREATE INDEX tenants_retention ON tenants (retention_days)${t.where('retention_days IS NOT NULL')}`,
    `CREATE INDEX tenants_assignment ON tenants (assignment)${t.where(`assignment <> 'off'`)}`,
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

    // The pages from which a tenant's widget calls.
    `CREATE TABLE widget_sightings (
      tenant_id ${t.id} NOT NULL,
      outcome ${t.ascii(20)} NOT NULL,
      origin ${t.ascii(255)} NOT NULL,
      seen ${t.integer} NOT NULL,
      first_seen_at ${t.time} NOT NULL,
      last_seen_at ${t.time} NOT NULL,
      widget_version ${t.ascii(32)},
      PRIMARY KEY (tenant_id, outcome, origin)
    ) ${t.tableEnd}`,
    `CREATE INDEX widget_sightings_age ON widget_sightings (last_seen_at)`,
  ];
}
