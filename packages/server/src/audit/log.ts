import { MINUTE, type Clock } from '../platform/clock';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import { firstIdAt, newId } from '../platform/ids';
import type { Database, Tx } from '../platform/storage/database';
import { insertRows } from '../platform/storage/sql';
import { listColumns, type SqlValue } from '../platform/storage/table';
import { AUDIT_ENTRIES, type AuditEntryRow } from './model';
import type { AuditQuery } from './schemas';

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
  list(workspaceId: string, query: AuditQuery): Promise<PageOf<AuditEntryRow>>;
  /** Every entry, including those of accounts and of the platform. For super-admins only. */
  listAll(query: AuditQuery): Promise<PageOf<AuditEntryRow>>;
}

/** An id and its entry's time are taken a moment apart. */
const ID_LAG_MS = MINUTE;

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
    { limit, cursor, since, until }: AuditQuery,
    scope: [condition: string, ...params: string[]],
  ): Promise<PageOf<AuditEntryRow>> => {
    const [before] = readCursor(cursor, 'string') ?? [];
    const conditions: [string, ...SqlValue[]][] = [scope];
    if (before !== undefined) conditions.push(['entry_id < ?', before]);
    // The ids are in the index, and they begin with the time.
    if (since !== undefined) {
      const sinceMs = Date.parse(since);
      conditions.push([
        'entry_id >= ? AND created_at >= ?',
        firstIdAt(sinceMs - ID_LAG_MS),
        sinceMs,
      ]);
    }
    if (until !== undefined) {
      const untilMs = Date.parse(until);
      conditions.push(['entry_id < ? AND created_at < ?', firstIdAt(untilMs + ID_LAG_MS), untilMs]);
    }
    const rows = await database.slowRead.rows<AuditEntryRow>(
      `SELECT ${listColumns(AUDIT_ENTRIES)} FROM audit_entries
       WHERE ${conditions.map(([condition]) => condition).join(' AND ')}
       ORDER BY entry_id DESC LIMIT ?`,
      [...conditions.flatMap(([, ...params]) => params), limit + 1],
    );
    return toPage(rows, limit, ({ entry_id }) => [entry_id]);
  };

  return {
    record: (tx, event) =>
      tx ? append(tx, event) : database.transaction((own) => append(own, event)),
    list: (workspaceId, query) => newest(query, ['workspace_id = ?', workspaceId]),
    listAll: (query) => newest(query, ['1 = 1']),
  };
}
