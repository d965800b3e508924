/** An entry of the audit log. */
export interface AuditEntry {
  entry_id: string;
  /** Null for an entry of the platform. */
  workspace_id: string | null;
  action: string;
  /** Null if no account was signed in. */
  actor: { account_id: string; display_name: string } | null;
  ip: string | null;
  subject: string | null;
  details: Record<string, unknown>;
  created_at: string;
}
