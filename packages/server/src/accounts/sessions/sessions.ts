import type { Audit } from '../../audit/log';
import { iso, type Clock, DAY } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Page } from '../../platform/http/fields';
import { readCursor, toPage, type PageOf } from '../../platform/http/paging';
import { newId } from '../../platform/ids';
import type { Logger } from '../../platform/log';
import type { Mailer } from '../../platform/mail/mailer';
import { newSignIn } from '../../platform/mail/messages';
import { createSignal, type Listen } from '../../platform/signal';
import { CONSOLE_TOKEN_TTL_MS, type Tokens } from '../../platform/security/tokens';
import type { Database, Tx } from '../../platform/storage/database';
import { insertRows } from '../../platform/storage/sql';
import { listColumns, pickColumns, type RowOf } from '../../platform/storage/table';
import type { Caller, SessionKind } from '../../workspaces/principal';
import { findAccount, type AccountRow } from '../account';
import { CONSOLE_SESSIONS } from '../model';
import type { KnownAddresses } from '../protection/known-addresses';
import type { Lockout } from '../protection/lockout';
import { IDLE_MS } from './session-life';

/** The client of a sign-in, and the kind of session that it asks for. */
export interface Device {
  ip: string;
  userAgent: string;
  kind: SessionKind;
}

/** A stored session, for which a token is made after the commit. */
export interface IssuedSession {
  sessionId: string;
  account: AccountRow;
  /** The factors that were passed, as the token's `amr`. */
  amr: string[];
  kind: SessionKind;
}

/** The columns that an account sees of its sessions. */
const LISTED = pickColumns(
  CONSOLE_SESSIONS,
  'session_id',
  'ip',
  'user_agent',
  'amr',
  'created_at',
  'last_seen_at',
  'expires_at',
);
export type SessionRow = RowOf<typeof LISTED>;

export interface Sessions {
  /** Stores a session in the transaction that completes the sign-in, and mails the owner if the device is new. */
  issue(tx: Tx, account: AccountRow, amr: string[], device: Device): Promise<IssuedSession>;
  /** Like `issue`, without the mail: a new account has no known devices. */
  issueFirst(tx: Tx, account: AccountRow, amr: string[], device: Device): Promise<IssuedSession>;
  /** Makes the token of a session, after the commit. */
  sign(session: IssuedSession): Promise<{ token: string; expiresAtMs: number }>;
  /** Records that the session's owner gave the correct password just now. */
  confirm(sessionId: string): Promise<void>;
  /** Lists the live sessions, newest first. */
  list(accountId: string, page: Page): Promise<PageOf<SessionRow>>;
  /** @throws {AppError} not_found for a session that has ended or belongs to another account */
  revoke(caller: Caller, sessionId: string): Promise<void>;
  /** Ends the caller's own session, if it has not ended already. */
  endOwn(caller: Caller): Promise<void>;
  /** Ends the account's other sessions and returns their ids. */
  revokeOthers(caller: Caller): Promise<string[]>;
  /** Ends the account's sessions but one; returns their ids, for `reportRevoked` after the commit. */
  endAll(tx: Tx, accountId: string, exceptSessionId: string | null): Promise<string[]>;
  reportRevoked(sessionIds: string[]): void;
  /** The id of a session that was ended, after the commit. Without it, live feeds notice the end within two seconds. */
  onRevoked: Listen<string>;
  deleteExpired(): Promise<void>;
}

export interface SessionsOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  tokens: Tokens;
  mailer: Mailer;
  audit: Audit;
  lockout: Lockout;
  knownAddresses: KnownAddresses;
  /** E-mails that become super-admins when they complete a sign-in. */
  systemAdminEmails: readonly string[];
}

const MAX_USER_AGENT = 255;
const NOTICE_TTL_MS = DAY;
/** In ms. Rows are kept this long after the sign-in, even of ended sessions, to recognise known devices. */
const DEVICE_MEMORY_MS = 30 * DAY;
const OTHER = 'session_id <> ?';
/** Parameters: the account, and the time now, twice. */
const LIVE =
  'account_id = ? AND revoked_at IS NULL AND expires_at > ? AND (idle_ends_at IS NULL OR idle_ends_at > ?)';

export function createSessions(options: SessionsOptions): Sessions {
  const { database, clock, tokens, mailer, audit } = options;
  const revoked = createSignal<string>('console_session.revoked', options.log);

  const tellOfNewDevice = async (tx: Tx, account: AccountRow, device: Device): Promise<void> => {
    const seen = await tx.rows<{ user_agent: string; ip: string }>(
      'SELECT user_agent, ip FROM console_sessions WHERE account_id = ?',
      [account.account_id],
    );
    const isKnown = seen.some((s) => s.ip === device.ip && s.user_agent === device.userAgent);
    if (isKnown) return;
    const { ip, userAgent } = device;
    const message = newSignIn({ at: iso(clock()), ip, userAgent });
    await mailer.enqueue(tx, account.email, message, NOTICE_TTL_MS);
  };

  const promoteIfListed = async (tx: Tx, account: AccountRow, ip: string): Promise<void> => {
    if (account.is_system === 1 || !options.systemAdminEmails.includes(account.email)) return;
    const promoted = await tx.run(
      'UPDATE accounts SET is_system = 1 WHERE account_id = ? AND is_system = 0',
      [account.account_id],
    );
    if (promoted !== 1) return;
    await audit.record(tx, {
      workspaceId: null,
      action: 'system_admin.promoted',
      actor: { accountId: account.account_id, displayName: account.display_name },
      ip,
      subject: account.account_id,
      details: { by: 'allowlist' },
    });
  };

  const endWhere = async (
    tx: Tx,
    condition: string,
    accountId: string,
    sessionId: string,
  ): Promise<string[]> => {
    const now = clock();
    const rows = await tx.rows<{ session_id: string }>(
      `SELECT session_id FROM console_sessions WHERE ${LIVE} AND ${condition}`,
      [accountId, now, now, sessionId],
    );
    for (const { session_id } of rows) {
      await tx.run('UPDATE console_sessions SET revoked_at = ? WHERE session_id = ?', [
        now,
        session_id,
      ]);
    }
    return rows.map(({ session_id }) => session_id);
  };

  const reportRevoked = (sessionIds: string[]): void => {
    for (const sessionId of sessionIds) revoked.emit(sessionId);
  };

  const revokeWhere = async (
    condition: string,
    { accountId }: Caller,
    sessionId: string,
  ): Promise<string[]> => {
    const ended = await database.transaction((tx) => endWhere(tx, condition, accountId, sessionId));
    reportRevoked(ended);
    return ended;
  };

  const cut = (device: Device): Device => ({
    ...device,
    userAgent: device.userAgent.slice(0, MAX_USER_AGENT),
  });

  const issueFirst: Sessions['issueFirst'] = async (tx, account, amr, device) => {
    const sessionId = newId();
    const now = clock();
    const { ip, userAgent, kind } = cut(device);
    const idleMs = IDLE_MS[kind];
    const row = {
      session_id: sessionId,
      account_id: account.account_id,
      amr: amr.join(' '),
      ip,
      user_agent: userAgent,
      kind,
      created_at: now,
      last_seen_at: now,
      idle_ends_at: idleMs === null ? null : now + idleMs,
      confirmed_at: now,
      expires_at: now + CONSOLE_TOKEN_TTL_MS,
      revoked_at: null,
    };
    await insertRows(tx, CONSOLE_SESSIONS, [row]);
    const { account_id: accountId, email } = account;
    await options.lockout.reset(tx, { email, ip });
    await options.knownAddresses.remember(tx, { accountId, email }, ip);
    await promoteIfListed(tx, account, ip);
    const current = await findAccount(tx, account.account_id);
    return { sessionId, account: current!, amr, kind }; // its session was just stored
  };

  return {
    issue: async (tx, account, amr, device) => {
      await tellOfNewDevice(tx, account, cut(device));
      return issueFirst(tx, account, amr, device);
    },

    issueFirst,
    reportRevoked,
    onRevoked: revoked.on,

    // An empty id matches no session.
    endAll: (tx, accountId, exceptSessionId) =>
      endWhere(tx, OTHER, accountId, exceptSessionId ?? ''),

    sign: ({ sessionId, account, amr }) =>
      tokens.signConsoleToken({ sub: account.account_id, sid: sessionId, amr }),

    list: async (accountId, { limit, cursor }) => {
      const now = clock();
      const [before] = readCursor(cursor, 'string') ?? [null];
      const rows = await database.read.rows<SessionRow>(
        `SELECT ${listColumns(LISTED)}
         FROM console_sessions WHERE ${LIVE} ${before === null ? '' : 'AND session_id < ?'}
         ORDER BY session_id DESC LIMIT ?`,
        [accountId, now, now, ...(before === null ? [] : [before]), limit + 1],
      );
      return toPage(rows, limit, ({ session_id }) => [session_id]);
    },

    revoke: async (caller, sessionId) => {
      const ended = await revokeWhere('session_id = ?', caller, sessionId);
      if (ended.length === 0) throw new AppError('not_found');
    },

    confirm: async (sessionId) => {
      await database.transaction((tx) =>
        tx.run('UPDATE console_sessions SET confirmed_at = ? WHERE session_id = ?', [
          clock(),
          sessionId,
        ]),
      );
    },

    endOwn: async (caller) => {
      await revokeWhere('session_id = ?', caller, caller.sessionId);
    },

    revokeOthers: (caller) => revokeWhere(OTHER, caller, caller.sessionId),

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM console_sessions WHERE expires_at <= ?', [
          clock() - DEVICE_MEMORY_MS + CONSOLE_TOKEN_TTL_MS,
        ]),
      );
    },
  };
}
