import { iso } from '../platform/clock';
import type { AuditEntryRow } from './model';
import type { AuditEntry } from './wire';

export function entryView(row: AuditEntryRow): AuditEntry {
  return {
    entry_id: row.entry_id,
    workspace_id: row.workspace_id,
    action: row.action,
    actor:
      row.actor_account_id === null
        ? null
        : { account_id: row.actor_account_id, display_name: row.actor_name ?? '' },
    ip: row.ip,
    subject: row.subject,
    details: JSON.parse(row.details) as AuditEntry['details'],
    created_at: iso(row.created_at),
  };
}
