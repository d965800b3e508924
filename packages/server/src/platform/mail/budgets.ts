import { DAY, HOUR, MINUTE, SECOND, type Clock } from '../clock';
import type { Limits } from '../settings/limits';
import type { Database, Tx } from '../storage/database';
import { insertIfAbsent } from '../storage/sql';
import { MAIL_BUDGETS, type MailBudgetRow } from './model';

/**
 * Counts mails by their cause: requests of strangers must not use up the owner's budget. `anyone` is for requests from
 * unknown network addresses and for invitations, `known_address` for those from addresses where the account has
 * signed in, `sign_in` for codes after the right password, `transcript` for visitors who ask for their conversation,
 * `waiting` for notices to operators that a visitor waits.
 */
export type MailBudget = 'anyone' | 'known_address' | 'sign_in' | 'transcript' | 'waiting';

export interface MailBudgets {
  /** The least time between two mails to one recipient; responses name it. */
  readonly cooldownS: number;
  /**
   * Counts a mail, in the transaction that queues it. Returns 0, or the seconds until the next mail to this
   * recipient may be sent.
   */
  take(tx: Tx, recipient: string, budget: MailBudget): Promise<number>;
  deleteExpired(): Promise<void>;
}

export interface MailBudgetsOptions {
  database: Database;
  clock: Clock;
  limits: Pick<Limits, 'mails_per_recipient_hour' | 'mails_per_recipient_day'>;
  isLocal: boolean;
}

/** One mail a minute to a recipient (not in local mode), and limits per hour and day. */
export function createMailBudgets(options: MailBudgetsOptions): MailBudgets {
  const { database, clock, limits } = options;
  const cooldownMs = options.isLocal ? 0 : MINUTE;
  const perHour = limits.mails_per_recipient_hour;
  const perDay = limits.mails_per_recipient_day;

  const nextAllowedAt = (row: Omit<MailBudgetRow, 'recipient' | 'budget'>): number =>
    Math.max(
      row.sent_at + cooldownMs,
      row.sent_in_hour < perHour ? 0 : row.hour_started_at + HOUR,
      row.sent_in_day < perDay ? 0 : row.day_started_at + DAY,
    );

  return {
    cooldownS: cooldownMs / SECOND,

    take: async (tx, recipient, budget) => {
      const now = clock();
      const [hourAgo, dayAgo] = [now - HOUR, now - DAY];
      // The same two statements for every recipient: otherwise the time would reveal which one is known.
      await insertIfAbsent(tx, MAIL_BUDGETS, {
        recipient,
        budget,
        sent_at: 0,
        hour_started_at: 0,
        sent_in_hour: 0,
        day_started_at: 0,
        sent_in_day: 0,
      });
      // Each count comes before the start of its window: MySQL uses new values in later assignments.
      const taken = await tx.run(
        `UPDATE mail_budgets SET
           sent_in_hour = CASE WHEN hour_started_at <= ? THEN 1 ELSE sent_in_hour + 1 END,
           hour_started_at = CASE WHEN hour_started_at <= ? THEN ? ELSE hour_started_at END,
           sent_in_day = CASE WHEN day_started_at <= ? THEN 1 ELSE sent_in_day + 1 END,
           day_started_at = CASE WHEN day_started_at <= ? THEN ? ELSE day_started_at END,
           sent_at = ?
         WHERE recipient = ? AND budget = ? AND sent_at <= ?
           AND (sent_in_hour < ? OR hour_started_at <= ?)
           AND (sent_in_day < ? OR day_started_at <= ?)`,
        [
          hourAgo,
          hourAgo,
          now,
          dayAgo,
          dayAgo,
          now,
          now,
          recipient,
          budget,
          now - cooldownMs,
          perHour,
          hourAgo,
          perDay,
          dayAgo,
        ],
      );
      if (taken === 1) return 0;
      const [row] = await tx.rows<MailBudgetRow>(
        `SELECT sent_at, hour_started_at, sent_in_hour, day_started_at, sent_in_day
         FROM mail_budgets WHERE recipient = ? AND budget = ?`,
        [recipient, budget],
      );
      const leftMs = (row ? nextAllowedAt(row) : now) - now;
      return Math.max(1, Math.ceil(leftMs / SECOND));
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM mail_budgets WHERE sent_at <= ?', [clock() - DAY]),
      );
    },
  };
}
