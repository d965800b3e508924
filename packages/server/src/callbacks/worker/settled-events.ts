import { HOUR } from '../../platform/clock';
import { firstIdAt } from '../../platform/ids';
import type { Tx } from '../../platform/storage/database';
import { keyIn, lockByKey, upsertRows } from '../../platform/storage/sql';
import { BLOCKED_EVENT_TYPES } from '../events/model';
import type { LaneKey } from '../events/queued-event';
import type { Lane } from './lane';
import { isEarly, type SettledOutcome } from './lane-state';

/** A lane's event with its outcome. */
export interface Settlement {
  lane: Lane;
  outcome: SettledOutcome;
}

type Final = Extract<SettledOutcome, { kind: 'delivered' | 'dead' }>;

const EVENT_KEY = ['tenant_id', 'conversation_id', 'sequence'];

/** One statement for each different outcome of settled events, and one for each of the others. */
export async function settleEvents(
  tx: Tx,
  settled: readonly Settlement[],
  now: number,
): Promise<void> {
  const groups = new Map<string, { outcome: Final; of: { lane: Lane; outcome: Final }[] }>();
  for (const { lane, outcome } of settled) {
    if (outcome.kind === 'postponed') continue;
    if (outcome.kind === 'aside') await setAside(tx, lane, outcome.dueAt);
    else if (outcome.kind === 'retry') await keepForLater(tx, lane, outcome, now);
    else {
      const key = `${outcome.kind}:${outcome.code}`;
      const group = groups.get(key) ?? { outcome, of: [] };
      group.of.push({ lane, outcome });
      groups.set(key, group);
    }
  }
  for (const { outcome, of } of groups.values()) {
    const keys = of.map(({ lane }) => keyOfEvent(lane));
    const latest = Math.max(...of.map((entry) => entry.outcome.timestampMs ?? 0));
    await tx.run(
      `UPDATE callback_events${lockByKey(tx.dialect)} SET state = ?, outcome = ?, settled_at = ?, ` +
        // Of the whole group: a later bound than an event's own also keeps its timestamps growing.
        'attempts = attempts + ?, last_timestamp = CASE WHEN last_timestamp > ? THEN last_timestamp ELSE ? END ' +
        `WHERE ${keyIn(tx.dialect, EVENT_KEY, keys)}`,
      [
        outcome.kind,
        outcome.code,
        now,
        outcome.timestampMs === null ? 0 : 1,
        latest,
        latest,
        ...keys.flat(),
      ],
    );
  }
}

async function keepForLater(
  tx: Tx,
  lane: Lane,
  { code, timestampMs, dueAt }: Extract<SettledOutcome, { kind: 'retry' }>,
  now: number,
): Promise<void> {
  const isCounted = !isEarly(lane, now);
  await tx.run(
    `UPDATE callback_events${lockByKey(tx.dialect)} SET outcome = ?, attempts = attempts + ?, due_at = ?,
       failing_since = COALESCE(failing_since, ?), last_timestamp = ?
     WHERE ${keyIn(tx.dialect, EVENT_KEY, [keyOfEvent(lane)])}`,
    [
      code,
      isCounted ? 1 : 0,
      isCounted ? dueAt : (lane.event?.dueAt ?? dueAt),
      now,
      timestampMs,
      ...keyOfEvent(lane),
    ],
  );
}

async function setAside(tx: Tx, lane: Lane, dueAt: number): Promise<void> {
  await tx.run(
    `UPDATE callback_events${lockByKey(tx.dialect)} SET state = 'aside', due_at = ? WHERE ${keyIn(tx.dialect, EVENT_KEY, [keyOfEvent(lane)])}`,
    [dueAt, ...keyOfEvent(lane)],
  );
}

function keyOfEvent({ tenantId, conversationId, head, event }: Lane): (string | number)[] {
  return [tenantId, conversationId, event?.sequence ?? head];
}

/** When the first deferred event of a conversation is due. */
export async function nextAsideAt(
  tx: Tx,
  { tenantId, conversationId }: LaneKey,
): Promise<number | null> {
  const [row] = await tx.rows<{ dueAt: number | null }>(
    `SELECT MIN(due_at) AS dueAt FROM callback_events
     WHERE tenant_id = ? AND conversation_id = ? AND state = 'aside'`,
    [tenantId, conversationId],
  );
  return row?.dueAt ?? null;
}

/** Bounds the search: events that waited longer than this before their delivery don't count. */
const MAX_QUEUED_MS = HOUR;

/** Whether other conversations of the tenant succeed while this one is held up. */
export async function othersGetThrough(
  tx: Tx,
  { tenantId, conversationId }: LaneKey,
  since: number,
): Promise<boolean> {
  const rows = await tx.rows(
    `SELECT 1 FROM callback_events WHERE tenant_id = ? AND event_id >= ?
       AND state = 'delivered' AND settled_at >= ? AND conversation_id <> ?
     ORDER BY tenant_id, event_id DESC LIMIT 1`,
    [tenantId, firstIdAt(since - MAX_QUEUED_MS), since, conversationId],
  );
  return rows.length > 0;
}

/** Records a 410 answer: its event type and address. */
export async function blockEventTypes(tx: Tx, settled: readonly Settlement[]): Promise<void> {
  const rows = settled.flatMap(({ lane, outcome }) => {
    const gone = 'health' in outcome ? (outcome.health?.gone ?? null) : null;
    return gone === null || !lane.event
      ? []
      : [{ tenant_id: lane.tenantId, event: lane.event.event, address: gone }];
  });
  await upsertRows(tx, BLOCKED_EVENT_TYPES, rows);
}
