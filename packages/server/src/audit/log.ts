import type { Clock } from '../platform/clock';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import type { Page } from '../platform/http/fields';
import { newId } from '../platform/ids';
import type { Database, Tx } from '../platform/storage/database';
import { insertRows } from '../platform/storage/sql';
import { listColumns } from '../platform/storage/table';
import { AUDIT_ENTRIES, type AuditEntryRow } from './model';

/** Who did it; null if no account is signed in, such as in break-glass. */
export interface AuditActor {
  accountId: string;
  displayName: string;
}

export interface AuditEvent {
  /** The workspace whose admins may read it; null for the platform. */
  workspaceId: string | null;
  /** For example `tenant.suspended`. */
  action: string;
  actor: AuditActor | null;
  ip: string | null;
  /** The id or e-mail of the object that was changed. */
  subject: string | null;
  details?: Record<string, unknown>;
}

export interface Audit {
  /** Appends an entry in the transaction of the change, or in its own if that is null. */
  record(tx: Tx | null, event: AuditEvent): Promise<void>;
  /** Newest first. */
  list(workspaceId: string, page: Page): Promise<PageOf<AuditEntryRow>>;
  /** Every entry, including those of accounts and of the platform. For super-admins only. */
  listAll(page: Page): Promise<PageOf<AuditEntryRow>>;
}

/** The append-only audit log: nothing here changes or removes an entry. */
export function createAudit({ database, clock }: { database: Database; clock: Clock }): Audit {
  const append = (tx: Tx, event: AuditEvent): Promise<void> =>
    insertRows(tx, AUDIT_ENTRIES, [
      {
        entry_id: newId(),
        workspace_id: event.workspaceId,
        action: event.action,
        actor_account_id: event.actor?.accountId ?? null,
        actor_name: event.actor?.displayName ?? null,
        ip: event.ip,
        subject: event.subject,
        details: JSON.stringify(event.details ?? {}),
        created_at: clock(),
      },
    ]);

  const newest = async (
    { limit, cursor }: Page,
    scope: string,
    scopeParams: string[],
  ): Promise<PageOf<AuditEntryRow>> => {
    const [before] = readCursor(cursor, 'string') ?? [null];
    const rows = await database.slowRead.rows<AuditEntryRow>(
      `SELECT ${listColumns(AUDIT_ENTRIES)} FROM audit_entries
       WHERE ${scope} ${before === null ? '' : 'AND entry_id < ?'}
       ORDER BY entry_id DESC LIMIT ?`,
      [...scopeParams, ...(before === null ? [] : [before]), limit + 1],
    );
    return toPage(rows, limit, ({ entry_id }) => [entry_id]);
  };

  return {
    record: (tx, event) =>
      tx ? append(tx, event) : database.transaction((own) => append(own, event)),
    list: (workspaceId, page) => newest(page, 'workspace_id = ?', [workspaceId]),
    listAll: (page) => newest(page, '1 = 1', []),
  };
}
