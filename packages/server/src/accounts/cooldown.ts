import { MINUTE, SECOND, type Clock } from '../clock';
import { AppError } from '../errors';
import type { Database, Tx } from '../storage/database';
import { insertIfAbsent } from '../storage/sql';

export interface Cooldown {
  /** For answers: when another code may be asked for. */
  readonly seconds: number;
  /** Starts the wait of an address, in the transaction that sends it a mail. @throws {AppError} resend_cooldown */
  start(tx: Tx, email: string): Promise<void>;
  deleteExpired(): Promise<void>;
}

export interface CooldownOptions {
  database: Database;
  clock: Clock;
  isLocal: boolean;
}

/** One mail a minute for each address, whoever asks and for whatever; none of it on a developer's machine. */
export function createCooldown({ database, clock, isLocal }: CooldownOptions): Cooldown {
  const waitMs = isLocal ? 0 : MINUTE;
  return {
    seconds: waitMs / SECOND,
    start: async (tx, email) => {
      const now = clock();
      // The same two statements for every address, or the time would tell which is known.
      await insertIfAbsent(tx, 'code_cooldowns', { email, sent_at: 0 });
      const started = await tx.run(
        'UPDATE code_cooldowns SET sent_at = ? WHERE email = ? AND sent_at <= ?',
        [now, email, now - waitMs],
      );
      if (started === 1 || waitMs === 0) return;
      const [row] = await tx.rows<{ sent_at: number }>(
        'SELECT sent_at FROM code_cooldowns WHERE email = ?',
        [email],
      );
      const leftMs = (row?.sent_at ?? now) + waitMs - now;
      throw new AppError('resend_cooldown', {
        retryAfterS: Math.max(1, Math.ceil(leftMs / SECOND)),
      });
    },
    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM code_cooldowns WHERE sent_at <= ?', [clock() - waitMs]),
      );
    },
  };
}
