import { MINUTE, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import type { Tokens } from '../../platform/security/tokens';
import type { Database } from '../../platform/storage/database';
import type { ConsolePrincipal } from '../../workspaces/principal';
import type { KnownAddresses } from '../protection/known-addresses';

export interface ConsoleAuth {
  /**
   * Whom a console token speaks for, now: who they are and whether they are a super-admin is read
   * from the database, for a token is good for a week and must not remember.
   * @throws {AppError} unauthenticated, token_invalid, session_revoked
   */
  authenticate(token: string): Promise<ConsolePrincipal>;
}

export interface ConsoleAuthOptions {
  database: Database;
  tokens: Tokens;
  clock: Clock;
  log: Logger;
  knownAddresses: KnownAddresses;
}

interface SessionOwnerRow {
  account_id: string;
  email: string;
  display_name: string;
  is_system: number;
  amr: string;
  ip: string;
  last_seen_at: number;
  revoked_at: number | null;
}

const TOUCH_EVERY_MS = MINUTE;

export function createConsoleAuth(options: ConsoleAuthOptions): ConsoleAuth {
  const { database, tokens, clock, log, knownAddresses } = options;

  const touch = async (sessionId: string, row: SessionOwnerRow, now: number): Promise<void> => {
    try {
      await database.transaction(async (tx) => {
        const touched = await tx.run(
          'UPDATE console_sessions SET last_seen_at = ? WHERE session_id = ? AND last_seen_at <= ?',
          [now, sessionId, now - TOUCH_EVERY_MS],
        );
        if (touched !== 1) return;
        // The address where the login was finished: a stolen token makes no other one known.
        const account = { accountId: row.account_id, email: row.email };
        await knownAddresses.remember(tx, account, row.ip);
      });
    } catch (error) {
      log.warn({ err: error }, 'a session could not be marked as seen');
    }
  };

  return {
    authenticate: async (token) => {
      if (token === '') throw new AppError('unauthenticated');
      const verified = await tokens.verifyConsoleToken(token);
      if (!verified.ok) throw new AppError('token_invalid');

      const { sid, sub } = verified.claims;
      const [row] = await database.read.rows<SessionOwnerRow>(
        `SELECT a.account_id, a.email, a.display_name, a.is_system, s.amr, s.ip, s.last_seen_at, s.revoked_at
         FROM console_sessions s JOIN accounts a ON a.account_id = s.account_id
         WHERE s.session_id = ?`,
        [sid],
      );
      const now = clock();
      if (!row || row.revoked_at !== null) throw new AppError('session_revoked');
      if (row.account_id !== sub) throw new AppError('token_invalid');
      if (row.last_seen_at <= now - TOUCH_EVERY_MS) await touch(sid, row, now);
      return {
        accountId: row.account_id,
        sessionId: sid,
        email: row.email,
        displayName: row.display_name,
        // A login that passed no second factor is no super-admin's, though its account became one since.
        isSystem: row.is_system === 1 && row.amr !== 'pwd',
      };
    },
  };
}
