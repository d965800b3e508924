export interface AuditEntry {
  workspace_id: string | null;
  action: string;
  /** Null if no account was signed in: the relay itself made the change, or someone with the admin key. */
  actor: { account_id: string; display_name: string } | null;
  ip: string | null;
  subject: string | null;
  details: Record<string, unknown>;
  /** ISO 8601 UTC. */
  created_at: string;
}
