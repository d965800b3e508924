import { SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import { createLookupCache } from '../tenants/lookup-cache';
import { createSignal, type Listen } from '../platform/signal';
import { readOperators } from './store';
import type { Operator, Presence } from './operator';

export interface PresenceChange {
  operatorId: string;
  workspaceId: string;
  status: Presence;
}

/** Which operators are online. One who is `online` and falls silent counts as online until `awayAfterMs`. */
export interface OperatorPresence {
  /** Sets the presence of all operators of the account; returns none if it has none. */
  set(accountId: string, status: Presence): Promise<Operator[]>;
  /** The account was active. Stored at most every few seconds. */
  touch(accountId: string): Promise<void>;
  isAnyAvailable(tenantId: string, now: number): Promise<boolean>;
  /**
   * Those of `operatorIds` who were not active since `moment`, or are no longer operators. Activity that is not
   * stored yet counts: their time may be up later, never earlier.
   */
  silentSince(operatorIds: readonly string[], moment: number): Promise<string[]>;
  /** A presence that an operator has set on this node, after the commit. */
  onPresence: Listen<PresenceChange>;
  /** Drops the cached presence of these tenants after their operators have changed. */
  invalidate(tenantIds: readonly string[]): void;
}

const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;
const MAX_TOUCH_INTERVAL_MS = 10 * SECOND;

export function createOperatorPresence(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** `config.operatorAwayReleaseMs`. */
  awayAfterMs: number;
}): OperatorPresence {
  const { database, clock, awayAfterMs } = deps;
  const touchIntervalMs = Math.min(MAX_TOUCH_INTERVAL_MS, awayAfterMs / 10);
  const changes = createSignal<PresenceChange>('operator.presence', deps.log);
  const touchedAt = new Map<string, number>();

  // The time is cached, not the answer, which depends on `now`.
  const lastSeen = createLookupCache({
    ttlMs: TTL_MS,
    maxEntries: MAX_ENTRIES,
    load: async (tenantId) => {
      const [row] = await database.read.rows<{ last_seen_at: number | null }>(
        `SELECT MAX(o.last_seen_at) AS last_seen_at
         FROM operator_tenants t JOIN operators o ON o.operator_id = t.operator_id
         WHERE t.tenant_id = ? AND o.presence = 'online'`,
        [tenantId],
      );
      return row?.last_seen_at ?? null;
    },
  });

  const invalidate = (tenantIds: readonly string[]): void => {
    for (const tenantId of tenantIds) lastSeen.forget(tenantId);
  };

  return {
    set: async (accountId, status) => {
      await database.transaction((tx) =>
        tx.run('UPDATE operators SET presence = ?, last_seen_at = ? WHERE account_id = ?', [
          status,
          clock(),
          accountId,
        ]),
      );
      const operators = await readOperators(database, { account_id: accountId });
      for (const { operatorId, workspaceId, tenantIds } of operators) {
        invalidate(tenantIds);
        changes.emit({ operatorId, workspaceId, status });
      }
      return operators;
    },

    touch: async (accountId) => {
      const now = clock();
      if (now - (touchedAt.get(accountId) ?? 0) < touchIntervalMs) return;
      if (touchedAt.size >= MAX_ENTRIES) touchedAt.clear();
      touchedAt.set(accountId, now);
      await database.transaction((tx) =>
        tx.run('UPDATE operators SET last_seen_at = ? WHERE account_id = ?', [now, accountId]),
      );
    },

    isAnyAvailable: async (tenantId, now) => {
      const seenAt = await lastSeen.get(tenantId);
      return seenAt !== null && now - seenAt < awayAfterMs;
    },

    silentSince: async (operatorIds, moment) => {
      if (operatorIds.length === 0) return [];
      const rows = await database.read.rows<{ operator_id: string }>(
        `SELECT operator_id FROM operators WHERE last_seen_at >= ? AND operator_id IN ${placeholders(1, operatorIds.length)}`,
        [moment - touchIntervalMs, ...operatorIds],
      );
      const seen = new Set(rows.map((row) => row.operator_id));
      return operatorIds.filter((operatorId) => !seen.has(operatorId));
    },

    onPresence: changes.on,
    invalidate,
  };
}
