/** An entry of the audit log, as docs/PROTOCOL.md has it. */
export interface AuditEntry {
  entry_id: string;
  workspace_id: string | null;
  action: string;
  /** Null if no account was signed in. */
  actor: { account_id: string; display_name: string } | null;
  ip: string | null;
  subject: string | null;
  details: Readonly<Record<string, unknown>>;
  created_at: string;
}
