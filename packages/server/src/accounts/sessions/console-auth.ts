import { MINUTE, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import type { Tokens } from '../../platform/security/tokens';
import type { Database } from '../../platform/storage/database';
import type { ConsolePrincipal, ConsoleSession, SessionKind } from '../../workspaces/principal';
import type { KnownAddresses } from '../protection/known-addresses';
import type { PresentedToken } from './console-scheme';
import { CONFIRMED_MS, IDLE_MS } from './session-life';

export interface ConsoleAuth {
  /**
   * Returns the account behind a console token. Its rights are read from the database each time, because a token is
   * valid for a week.
   * @throws {AppError} unauthenticated, token_invalid, session_revoked
   */
  authenticate(presented: PresentedToken): Promise<ConsolePrincipal>;
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
  kind: SessionKind;
  last_seen_at: number;
  idle_ends_at: number | null;
  confirmed_at: number;
  revoked_at: number | null;
}

/** In ms. The precision of a session's times: without it, each request would be a commit. */
const TOUCH_EVERY_MS = MINUTE;

export function createConsoleAuth(options: ConsoleAuthOptions): ConsoleAuth {
  const { database, tokens, clock, log, knownAddresses } = options;

  const touch = async (sessionId: string, row: SessionOwnerRow, now: number): Promise<void> => {
    await database.transaction(async (tx) => {
      const touched = await tx.run(
        'UPDATE console_sessions SET last_seen_at = ? WHERE session_id = ? AND last_seen_at <= ?',
        [now, sessionId, now - TOUCH_EVERY_MS],
      );
      if (touched !== 1) return;
      // The address of the sign-in is used, so that a stolen token makes no other address known.
      const account = { accountId: row.account_id, email: row.email };
      await knownAddresses.remember(tx, account, row.ip);
    });
  };

  /** Moves the idle end of a session that has not ended: an end is never taken back. */
  const postponeIdleEnd = (sessionId: string, endsAt: number, now: number): Promise<number> =>
    database.transaction((tx) =>
      tx.run(
        'UPDATE console_sessions SET idle_ends_at = ? WHERE session_id = ? AND idle_ends_at > ? AND idle_ends_at < ?',
        [endsAt, sessionId, now, endsAt],
      ),
    );

  /** Records that the session is in use; returns its idle end. */
  const noteUse = async (
    sessionId: string,
    row: SessionOwnerRow,
    isBackground: boolean,
  ): Promise<number | null> => {
    const now = clock();
    const idleMs = IDLE_MS[row.kind];
    const endsAt = idleMs === null || isBackground ? row.idle_ends_at : now + idleMs;
    try {
      if (row.last_seen_at <= now - TOUCH_EVERY_MS) await touch(sessionId, row, now);
      if (endsAt === null || endsAt < (row.idle_ends_at ?? 0) + TOUCH_EVERY_MS) {
        return row.idle_ends_at;
      }
      await postponeIdleEnd(sessionId, endsAt, now);
      return endsAt;
    } catch (error) {
      log.warn(
        { event: 'console_session.touch_failed', err: error },
        'could not store the last use of a login',
      );
      return row.idle_ends_at;
    }
  };

  const sessionOf = (row: SessionOwnerRow, idleEndsAt: number | null): ConsoleSession => {
    if (row.kind === 'bearer') {
      return { kind: row.kind, idleEndsAt: null, confirmedUntil: null, isConfirmed: true };
    }
    const confirmedUntil = row.confirmed_at + CONFIRMED_MS;
    return { kind: row.kind, idleEndsAt, confirmedUntil, isConfirmed: clock() < confirmedUntil };
  };

  return {
    authenticate: async ({ token, by, isBackground }) => {
      if (token === '') throw new AppError('unauthenticated');
      const isCookie = by === 'cookie';
      const verified = await tokens.verifyConsoleToken(token, { allowExpired: isCookie });
      if (!verified.ok) throw new AppError('token_invalid');

      const { sid, sub } = verified.claims;
      const [row] = await database.read.rows<SessionOwnerRow>(
        `SELECT a.account_id, a.email, a.display_name, a.is_system, s.amr, s.ip, s.kind,
           s.last_seen_at, s.idle_ends_at, s.confirmed_at, s.revoked_at
         FROM console_sessions s JOIN accounts a ON a.account_id = s.account_id
         WHERE s.session_id = ?`,
        [sid],
      );
      if (row && (row.kind === 'bearer') === isCookie) throw new AppError('token_invalid');
      const isIdle = row && row.idle_ends_at !== null && row.idle_ends_at <= clock();
      const isOver = !row || row.revoked_at !== null || verified.expired || isIdle;
      if (isOver) throw new AppError('session_revoked');
      if (row.account_id !== sub) throw new AppError('token_invalid');
      const idleEndsAt = await noteUse(sid, row, isBackground);
      return {
        accountId: row.account_id,
        sessionId: sid,
        email: row.email,
        displayName: row.display_name,
        // A session without a second factor has no super-admin rights, even if its account has them now.
        isSystem: row.is_system === 1 && row.amr !== 'pwd',
        session: sessionOf(row, idleEndsAt),
      };
    },
  };
}
