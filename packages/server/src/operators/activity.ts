import { SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import type { Database } from '../platform/storage/database';
import { silentSince } from './effective-presence';

export interface OperatorActivity {
  /** Records that the account is active. Stored every few seconds at most, and soon after the last sign of activity. */
  touch(accountId: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const MAX_ENTRIES = 10_000;
const MAX_INTERVAL_MS = 10 * SECOND;

export function createOperatorActivity(deps: {
  database: Pick<Database, 'transaction'>;
  clock: Clock;
  log: Logger;
  /** `config.operatorAwayReleaseMs`. */
  awayAfterMs: number;
}): OperatorActivity {
  const { database, clock, log, awayAfterMs } = deps;
  const intervalMs = Math.min(MAX_INTERVAL_MS, awayAfterMs / 10);
  const storedAt = new Map<string, number>();
  /** Signs of activity since those that are stored. */
  const unstored = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let storing: Promise<void> | null = null;

  const isDue = (accountId: string): boolean =>
    clock() - (storedAt.get(accountId) ?? 0) >= intervalMs;

  const store = async (accountId: string, at: number): Promise<void> => {
    if (storedAt.size >= MAX_ENTRIES) storedAt.clear();
    storedAt.set(accountId, at);
    unstored.delete(accountId);
    try {
      await database.transaction((tx) =>
        // The time of the return is assigned first, because MySQL assigns from left to right.
        tx.run(
          `UPDATE operators SET
             presence_since = CASE WHEN presence = 'online' AND last_seen_at <= ? THEN ?
               ELSE presence_since END,
             last_seen_at = ?
           WHERE account_id = ? AND last_seen_at < ?`,
          [silentSince(at, awayAfterMs), at, at, accountId, at],
        ),
      );
    } catch (error) {
      if (!unstored.has(accountId)) unstored.set(accountId, at);
      throw error;
    }
  };

  const storeAll = async (isWanted: (accountId: string) => boolean): Promise<void> => {
    for (const [accountId, at] of unstored) {
      if (!isWanted(accountId)) continue;
      await store(accountId, at).catch((err: unknown) =>
        log.warn(
          { event: 'operator.touch_failed', err },
          'could not store that an operator is active',
        ),
      );
    }
  };

  return {
    touch: async (accountId) => {
      if (isDue(accountId)) return store(accountId, clock());
      if (unstored.size < MAX_ENTRIES || unstored.has(accountId)) unstored.set(accountId, clock());
    },
    start: () => {
      timer = setInterval(
        () => {
          storing ??= storeAll(isDue).finally(() => (storing = null));
        },
        Math.min(SECOND, intervalMs),
      );
      timer.unref();
    },
    stop: async () => {
      if (timer) clearInterval(timer);
      await storing;
      await storeAll(() => true);
    },
  };
}
