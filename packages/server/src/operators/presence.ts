import { SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';
import { placeholders } from '../platform/storage/sql';
import { listColumns } from '../platform/storage/table';
import { createLookupCache } from '../tenants/lookup-cache';
import { createSignal, type Listen } from '../platform/signal';
import {
  effectivePresence,
  IS_ONLINE,
  silentSince,
  type EffectivePresence,
  type PresenceFacts,
} from './effective-presence';
import { OPERATORS, presenceFacts, type OperatorRow } from './model';
import type { Operator } from './operator';
import { readOperators } from './store';
import type { Presence, PresenceSetting } from './wire';

export interface PresenceChange {
  operatorId: string;
  workspaceId: string;
  status: Presence;
}

export interface OnlineOperator {
  operatorId: string;
  displayName: string;
}

/** A presence, and the time since which the operator has it. */
export interface KnownPresence extends PresenceChange {
  since: number;
}

export interface OperatorPresence {
  /** Sets the presence of all operators of the account. Returns them; none if it has none. */
  set(accountId: string, status: PresenceSetting): Promise<Operator[]>;
  of(operator: PresenceFacts): EffectivePresence;
  /** Lists the operators of the tenant who are online, by name. */
  online(tenantId: string): Promise<OnlineOperator[]>;
  isAnyAvailable(tenantId: string): Promise<boolean>;
  /** Lists all operators of these workspaces. */
  ofWorkspaces(workspaceIds: readonly string[]): Promise<KnownPresence[]>;
  /** The times at which operators were last seen. Ids that belong to no operator any more are left out. */
  lastSeen(operatorIds: readonly string[]): Promise<Map<string, number>>;
  /** Reports a presence that an operator has set on this node, after the commit. */
  onPresence: Listen<PresenceChange>;
  /** Drops the cached presence of these tenants. Call it after their operators have changed. */
  invalidate(tenantIds: readonly string[]): void;
}

const TTL_MS = SECOND;
const MAX_ENTRIES = 10_000;

export function createOperatorPresence(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  /** `config.operatorAwayReleaseMs`. */
  awayAfterMs: number;
}): OperatorPresence {
  const { database, clock, awayAfterMs } = deps;
  const changes = createSignal<PresenceChange>('operator.presence', deps.log);

  // The last sign of activity is cached. Whether an operator is online is not, because it changes with the clock.
  const lastOnline = createLookupCache({
    ttlMs: TTL_MS,
    maxEntries: MAX_ENTRIES,
    load: async (tenantId) => {
      const [row] = await database.read.rows<{ last_seen_at: number | null }>(
        `SELECT MAX(o.last_seen_at) AS last_seen_at
         FROM operator_tenants t JOIN operators o ON o.operator_id = t.operator_id
         WHERE t.tenant_id = ? AND ${IS_ONLINE}`,
        [tenantId, silentSince(clock(), awayAfterMs)],
      );
      return row?.last_seen_at ?? null;
    },
  });

  const invalidate = (tenantIds: readonly string[]): void => {
    for (const tenantId of tenantIds) lastOnline.forget(tenantId);
  };

  const of = (operator: PresenceFacts): EffectivePresence =>
    effectivePresence(operator, clock(), awayAfterMs);

  return {
    set: async (accountId, status) => {
      const now = clock();
      await database.transaction((tx) =>
        // The time is assigned first, because MySQL assigns from left to right.
        tx.run(
          `UPDATE operators SET
             presence_since = CASE
               WHEN presence = ? AND (presence <> 'online' OR last_seen_at > ?) THEN presence_since
               ELSE ? END,
             presence = ?, last_seen_at = ?
           WHERE account_id = ?`,
          [status, silentSince(now, awayAfterMs), now, status, now, accountId],
        ),
      );
      const operators = await readOperators(database, { account_id: accountId });
      for (const { operatorId, workspaceId, tenantIds } of operators) {
        invalidate(tenantIds);
        changes.emit({ operatorId, workspaceId, status });
      }
      return operators;
    },

    of,

    online: async (tenantId) => {
      const rows = await database.read.rows<OnlineOperator>(
        `SELECT o.operator_id AS operatorId, o.display_name AS displayName
         FROM operator_tenants t JOIN operators o ON o.operator_id = t.operator_id
         WHERE t.tenant_id = ? AND ${IS_ONLINE}`,
        [tenantId, silentSince(clock(), awayAfterMs)],
      );
      return rows.toSorted((a, b) => (a.displayName < b.displayName ? -1 : 1));
    },

    isAnyAvailable: async (tenantId) => {
      const seenAt = await lastOnline.get(tenantId);
      return seenAt !== null && seenAt > silentSince(clock(), awayAfterMs);
    },

    ofWorkspaces: async (workspaceIds) => {
      if (workspaceIds.length === 0) return [];
      const rows = await database.read.rows<OperatorRow>(
        `SELECT ${listColumns(OPERATORS)} FROM operators
         WHERE workspace_id IN ${placeholders(1, workspaceIds.length)}`,
        [...workspaceIds],
      );
      return rows.map((row) => {
        const { presence: status, since } = of(presenceFacts(row));
        return { operatorId: row.operator_id, workspaceId: row.workspace_id, status, since };
      });
    },

    lastSeen: async (operatorIds) => {
      if (operatorIds.length === 0) return new Map();
      const rows = await database.read.rows<{ operator_id: string; last_seen_at: number }>(
        `SELECT operator_id, last_seen_at FROM operators WHERE operator_id IN ${placeholders(1, operatorIds.length)}`,
        [...operatorIds],
      );
      return new Map(rows.map((row) => [row.operator_id, row.last_seen_at]));
    },

    onPresence: changes.on,
    invalidate,
  };
}
