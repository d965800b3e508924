import type { ColumnTypes } from '../../column-types';

export function workspaceTables(t: ColumnTypes): string[] {
  return [
    `CREATE TABLE workspaces (
      workspace_id ${t.id} PRIMARY KEY,
      workspace_name ${t.text(80)} NOT NULL,
      created_by ${t.id},
      created_at ${t.time} NOT NULL
    ) ${t.tableEnd}`,
    `CREATE INDEX workspaces_creator ON workspaces (created_by)`,
    `CREATE TABLE memberships (
      workspace_id ${t.id} NOT NULL,
      account_id ${t.id} NOT NULL,
      role ${t.ascii(10)} NOT NULL,
      created_at ${t.time} NOT NULL,
      PRIMARY KEY (workspace_id, account_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX memberships_account ON memberships (account_id)`,
    // operator_details: the settings of an invited operator, used on acceptance.
    `CREATE TABLE invitations (
      invitation_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      email ${t.ascii(254)} NOT NULL,
      role ${t.ascii(10)} NOT NULL,
      token_hash ${t.ascii(64)} NOT NULL UNIQUE,
      invited_by ${t.id} NOT NULL,
      operator_details ${t.longText},
      created_at ${t.time} NOT NULL,
      expires_at ${t.time} NOT NULL,
      accepted_at ${t.time},
      revoked_at ${t.time}
    ) ${t.tableEnd}`,
    `CREATE INDEX invitations_workspace ON invitations (workspace_id, created_at, invitation_id)`,
    `CREATE INDEX invitations_expiry ON invitations (expires_at)`,
    `CREATE INDEX invitations_email ON invitations (email)`,

    // assigning_until: until then, one node alone hands conversations to the operator.
    `CREATE TABLE operators (
      operator_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      account_id ${t.id} NOT NULL,
      display_name ${t.text(80)} NOT NULL,
      routing_keys ${t.longText} NOT NULL,
      capacity ${t.integer} NOT NULL,
      presence ${t.ascii(10)} NOT NULL,
      presence_since ${t.time},
      last_seen_at ${t.time} NOT NULL,
      assigning_until ${t.time} NOT NULL DEFAULT 0,
      last_assigned_at ${t.time} NOT NULL DEFAULT 0,
      created_at ${t.time} NOT NULL,
      UNIQUE (workspace_id, account_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX operators_account ON operators (account_id)`,
    `CREATE TABLE operator_tenants (
      tenant_id ${t.id} NOT NULL,
      operator_id ${t.id} NOT NULL,
      PRIMARY KEY (tenant_id, operator_id)
    ) ${t.tableEnd}`,
    `CREATE INDEX operator_tenants_operator ON operator_tenants (operator_id)`,
    `CREATE TABLE canned_replies (
      canned_reply_id ${t.id} PRIMARY KEY,
      workspace_id ${t.id} NOT NULL,
      shortcut ${t.binaryText(64)} NOT NULL,
      content ${t.longText} NOT NULL,
      locale ${t.ascii(35)},
      created_at ${t.time} NOT NULL,
      UNIQUE (workspace_id, shortcut)
    ) ${t.tableEnd}`,
  ];
}
