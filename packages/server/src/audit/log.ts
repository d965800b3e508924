import { MINUTE, type Clock } from '../platform/clock';
import { readCursor, toPage, type PageOf } from '../platform/http/paging';
import { firstIdAt, newId } from '../platform/ids';
import type { Logger } from '../platform/log';
import { createSignal, type Listen } from '../platform/signal';
import type { Database, Tx } from '../platform/storage/database';
import { insertRows } from '../platform/storage/sql';
import { listColumns, type SqlValue } from '../platform/storage/table';
import type { AuditAction } from './actions';
import { AUDIT_ENTRIES, type AuditEntryRow } from './model';
import type { AuditQuery } from './schemas';

/** The account that made the change; null if none is signed in, such as in break-glass. */
export interface AuditActor {
  accountId: string;
  /** Null if the account was deleted. */
  displayName: string | null;
}

export interface AuditEvent {
  /** The workspace whose admins may read it; null for the platform. */
  workspaceId: string | null;
  action: AuditAction;
  actor: AuditActor | null;
  ip: string | null;
  /** The id of the object that was changed. */
  subject: string | null;
  /**
   * Ids, numbers and fixed words. Text that people wrote may be here only on a tenant or workspace, where
   * `forgetDetails` finds it.
   */
  details?: Record<string, unknown>;
}

export interface Audit {
  /** Appends an entry in the transaction of the change, or in a transaction of its own if that is null. */
  record(tx: Tx | null, event: AuditEvent): Promise<void>;
  /** Removes the details of entries about a tenant or workspace that is being erased. */
  forgetDetails(tx: Tx, subject: string): Promise<void>;
  /** Removes the name and address of an account that is being deleted. */
  forgetAccount(tx: Tx, account: { accountId: string; email: string }): Promise<void>;
  /** Lists entries, the newest first. */
  list(workspaceId: string, query: AuditQuery): Promise<PageOf<AuditEntryRow>>;
  /** Lists all entries, including those of accounts and of the platform. For super-admins only. */
  listAll(query: AuditQuery): Promise<PageOf<AuditEntryRow>>;
  /** Returns the latest entries of all nodes since then, by their ids; at most 500. */
  since(timeMs: number): Promise<ReadonlyMap<string, AuditEvent>>;
  /** Reports an entry of this node, after its commit. */
  onRecorded: Listen<AuditEvent>;
}

const MOST_RECENT = 500;
/** In ms. An entry's id may be older than its time by this much. */
const ID_LAG_MS = MINUTE;

/** True of details that people wrote: reasons, names, and the titles that earlier versions recorded. */
const HAS_WORDS = `(${['reason', 'name', 'title'].map((key) => `details LIKE '%${key}":"%'`).join(' OR ')})`;

/** The append-only audit log. Entries are never changed, except that erased people's and tenants' words are removed. */
export function createAudit({
  database,
  clock,
  log,
}: {
  database: Database;
  clock: Clock;
  log: Logger;
}): Audit {
  const recorded = createSignal<AuditEvent>('audit.recorded', log);
  const append = async (tx: Tx, event: AuditEvent): Promise<void> => {
    await insertRows(tx, AUDIT_ENTRIES, [
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
    tx.afterCommit(() => recorded.emit(event));
  };

  const newest = async (
    { limit, cursor, since, until }: AuditQuery,
    scope: [condition: string, ...params: string[]],
  ): Promise<PageOf<AuditEntryRow>> => {
    const [before] = readCursor(cursor, 'string') ?? [];
    const conditions: [string, ...SqlValue[]][] = [scope];
    if (before !== undefined) conditions.push(['entry_id < ?', before]);
    // The condition is on ids, which are indexed and begin with the time.
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
    forgetDetails: async (tx, subject) => {
      await tx.run(`UPDATE audit_entries SET details = '{}' WHERE subject = ? AND ${HAS_WORDS}`, [
        subject,
      ]);
    },
    forgetAccount: async (tx, { accountId, email }) => {
      await tx.run(
        'UPDATE audit_entries SET actor_name = NULL WHERE actor_account_id = ? AND actor_name IS NOT NULL',
        [accountId],
      );
      // Earlier versions used the address as the subject of an account's entries, and recorded its name.
      await tx.run('UPDATE audit_entries SET subject = ? WHERE subject = ?', [accountId, email]);
      await tx.run(
        `UPDATE audit_entries SET details = '{}'
         WHERE subject = ? AND action = 'account.updated' AND details <> '{}'`,
        [accountId],
      );
    },
    list: (workspaceId, query) => newest(query, ['workspace_id = ?', workspaceId]),
    listAll: (query) => newest(query, ['1 = 1']),
    since: async (timeMs) => {
      const rows = await database.read.rows<AuditEntryRow>(
        `SELECT ${listColumns(AUDIT_ENTRIES)} FROM audit_entries
         WHERE entry_id >= ? ORDER BY entry_id DESC LIMIT ?`,
        [firstIdAt(timeMs), MOST_RECENT],
      );
      return new Map(rows.map((row) => [row.entry_id, toEvent(row)]));
    },
    onRecorded: recorded.on,
  };
}

function toEvent(row: AuditEntryRow): AuditEvent {
  const { actor_account_id: accountId, actor_name: displayName } = row;
  return {
    workspaceId: row.workspace_id,
    action: row.action as AuditAction, // `append` wrote it
    actor: accountId === null ? null : { accountId, displayName },
    ip: row.ip,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
  };
}
