import type { Hub } from '../conversations/live/hub';
import { DAY, MINUTE, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Metrics } from '../platform/metrics/metrics';
import { createPace, eraseInBatches, GENTLE } from '../platform/storage/batch-erasure';
import type { Budgets } from '../platform/storage/budgets';
import type { Database, Tx } from '../platform/storage/database';
import { throughIndex } from '../platform/storage/ranges';
import { insertRows, lockInOrderOf, placeholders } from '../platform/storage/sql';
import { deleteRowsOf, rowsOf, type StoredData } from '../platform/storage/stored-data';
import { REMOVED_CONVERSATIONS } from './model';
import { startSweeps } from '../platform/tasks/sweeps';

export interface RetentionOptions {
  database: Database;
  clock: Clock;
  budgets: Pick<Budgets, 'take'>;
  hub: Pick<Hub, 'publish'>;
  data: readonly StoredData[];
  onDeleted(table: string, rows: number): void;
}

const SWEEP_MS = MINUTE;
/** A use of this budget is one node's turn to sweep. `WORK_MS` is shorter, so that turns don't overlap. */
const CLAIM = { key: 'retention', limit: 1, windowMs: 55 * SECOND };
const WORK_MS = 50 * SECOND;
const TENANTS_A_ROUND = 20;
/** Conversations deleted in one transaction; each has a row in four tables. */
const MAX_CONVERSATIONS = 100;

interface DueTenant {
  tenantId: string;
  /** Null: only the remaining rows of deleted conversations are to be deleted. */
  days: number | null;
}

interface Removed {
  session_id: string;
  conversation_id: string;
}

/**
 * Deletes the conversations that their tenants keep no longer: first the conversation and its session in one
 * small transaction, then the other rows in batches. A sweep that is cut off is continued by the next one.
 * Returns how many conversations were deleted. @internal for its tests
 */
export function createRetention(options: RetentionOptions) {
  const { database, clock, budgets, hub, data, onDeleted } = options;
  const removalPace = createPace(database, GENTLE);
  const rowsPace = createPace(database, GENTLE);

  return async (isStopped: () => boolean): Promise<number> => {
    let tenants = await dueTenants();
    if (tenants.length === 0) return 0;
    if ((await database.transaction((tx) => budgets.take(tx, CLAIM))) > 0) return 0;
    const endsAt = performance.now() + WORK_MS;
    const isOver = (): boolean => isStopped() || performance.now() > endsAt;
    let removed = 0;
    // Takes one batch of each tenant in turn, so that a large tenant doesn't delay the others.
    for (; tenants.length > 0 && !isOver(); tenants = await dueTenants()) {
      for (const { tenantId, days } of tenants) {
        if (isOver()) break;
        if (days !== null) removed += await removeSome(tenantId, clock() - days * DAY);
        await deleteRest(tenantId, isOver);
      }
    }
    if (removed > 0) database.forgetDeleted();
    return removed;
  };

  /** Finds tenants with something to delete. Reads one index row for each tenant that has a retention. */
  function dueTenants(): Promise<DueTenant[]> {
    return database.read.rows<DueTenant>(
      `SELECT t.tenant_id AS tenantId, t.retention_days AS days
       FROM tenants t${throughIndex(database.dialect, 'tenants_retention')}
       WHERE t.retention_days IS NOT NULL AND (
         SELECT s.kept_from
         FROM visitor_sessions s${throughIndex(database.dialect, 'visitor_sessions_age')} WHERE s.tenant_id = t.tenant_id
         ORDER BY s.tenant_id, s.kept_from LIMIT 1) < ? - t.retention_days * ${DAY}
       UNION SELECT tenant_id, NULL FROM removed_conversations
       LIMIT ${TENANTS_A_ROUND}`,
      [clock()],
    );
  }

  async function removeSome(tenantId: string, before: number): Promise<number> {
    const rows = await database.read.rows<{ session_id: string }>(
      `SELECT session_id FROM visitor_sessions WHERE tenant_id = ? AND kept_from < ?
       ORDER BY tenant_id, kept_from LIMIT ?`,
      [tenantId, before, Math.min(removalPace.rows, MAX_CONVERSATIONS)],
    );
    if (rows.length === 0) return 0;
    const sessionIds = rows.map((row) => row.session_id);
    const now = clock();
    const removed = await removalPace.transaction((tx) =>
      removeConversations(tx, { tenantId, sessionIds, before, now, data }),
    );
    onDeleted('conversations', removed.length);
    onDeleted('visitor_sessions', removed.length);
    for (const { session_id: sessionId, isOpen } of removed) {
      if (isOpen) hub.publish({ kind: 'session-over', sessionId });
    }
    return removed.length;
  }

  /** Deletes the remaining rows of conversations that are listed in `removed_conversations`. */
  async function deleteRest(tenantId: string, isOver: () => boolean): Promise<void> {
    const removed = await database.read.rows<Removed>(
      `SELECT session_id, conversation_id FROM removed_conversations WHERE tenant_id = ?
       ORDER BY session_id LIMIT ${MAX_CONVERSATIONS}`,
      [tenantId],
    );
    if (removed.length === 0) return;
    const gone = goneOf(tenantId, removed);
    for (const rows of data.flatMap(({ ofConversation = [] }) => ofConversation)) {
      const range = rowsOf(rows, gone);
      if (!range) continue;
      const { name: table, key } = rows.table;
      const where = rows.ifOld ? `${range.where} AND ${rows.ifOld}` : range.where;
      const old = { table, key, where, params: range.params };
      onDeleted(table, await eraseInBatches(database, old, isOver, rowsPace));
    }
    if (isOver()) return;
    await rowsPace.transaction(
      (tx) => deleteRowsOf(tx, { table: REMOVED_CONVERSATIONS, of: 'session' }, gone),
      { isOneStatement: true },
    );
  }
}

function goneOf(tenantId: string, removed: readonly Removed[]) {
  const sessionIds = removed.map((row) => row.session_id);
  return { tenantId, sessionIds, conversationIds: removed.map((row) => row.conversation_id) };
}

interface Found extends Removed {
  isOpen: boolean;
}

/**
 * Removes the conversations whose last message is older than `before`, with their sessions. The others are looked at
 * again when their last message is old enough.
 */
async function removeConversations(
  tx: Tx,
  given: {
    tenantId: string;
    sessionIds: string[];
    before: number;
    now: number;
    data: readonly StoredData[];
  },
): Promise<Found[]> {
  const { tenantId, sessionIds, before, now, data } = given;
  // Locks the sessions in the journal's order, which prevents deadlocks. A command for one of these conversations
  // either waits for the lock and then finds no session, or has committed its message, which is seen here.
  const found = await tx.rows<{
    session_id: string;
    conversation_id: string | null;
    said_at: number | null;
    expires_at: number;
    ended_at: number | null;
  }>(
    `SELECT s.session_id, s.expires_at, s.ended_at, c.conversation_id,
       COALESCE(c.last_said_at, c.started_at) AS said_at
     FROM visitor_sessions s
     LEFT JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
     WHERE s.tenant_id = ? AND s.session_id IN ${placeholders(1, sessionIds.length)}
     ${lockInOrderOf(tx.dialect, 's.tenant_id, s.session_id')}`,
    [tenantId, ...sessionIds],
  );
  const removed: Found[] = [];
  const kept: string[] = [];
  for (const { session_id, conversation_id, said_at, expires_at, ended_at } of found) {
    if (conversation_id === null || said_at === null || said_at >= before) kept.push(session_id);
    else
      removed.push({ session_id, conversation_id, isOpen: ended_at === null && expires_at > now });
  }
  if (kept.length > 0) await lookLater(tx, tenantId, kept, now);
  if (removed.length === 0) return [];
  const ofSessions = {
    where: `tenant_id = ? AND session_id IN ${placeholders(1, removed.length)}`,
    params: [tenantId, ...removed.map((row) => row.session_id)],
  };
  await insertRows(
    tx,
    REMOVED_CONVERSATIONS,
    removed.map(({ session_id, conversation_id }) => ({
      tenant_id: tenantId,
      session_id,
      conversation_id,
    })),
  );
  for (const table of ['conversations', 'visitor_sessions']) {
    await tx.run(`DELETE FROM ${table} WHERE ${ofSessions.where}`, ofSessions.params);
  }
  const gone = { ...goneOf(tenantId, removed), now };
  for (const { onRemoved } of data) await onRemoved?.(tx, gone);
  return removed;
}

/** Sets `kept_from` to the time of the last message. A session without a conversation counts from now again. */
async function lookLater(
  tx: Tx,
  tenantId: string,
  sessionIds: string[],
  now: number,
): Promise<void> {
  await tx.run(
    `UPDATE visitor_sessions SET kept_from = COALESCE(
       (SELECT COALESCE(c.last_said_at, c.started_at) FROM conversations c
        WHERE c.tenant_id = visitor_sessions.tenant_id AND c.session_id = visitor_sessions.session_id), ?)
     WHERE tenant_id = ? AND session_id IN ${placeholders(1, sessionIds.length)}`,
    [now, tenantId, ...sessionIds],
  );
}

export function startRetention({
  metrics,
  log,
  ...options
}: Omit<RetentionOptions, 'onDeleted'> & { metrics: Metrics; log: Logger }): () => Promise<void> {
  const deleted = metrics.counter(
    'relay_retention_deleted_rows_total',
    'Rows of conversations that their tenants keep no longer',
    ['table'],
  );
  const sweep = createRetention({
    ...options,
    onDeleted: (table, rows) => deleted.inc({ table }, rows),
  });
  return startSweeps(SWEEP_MS, sweep, (err) =>
    log.warn({ event: 'retention.failed', err }, 'could not delete old conversations yet'),
  );
}
