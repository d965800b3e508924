import type { SessionMode } from '@chat-relay/widget-sdk/frames';
import type { Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Logger } from '../platform/log';
import { randomToken } from '../platform/security/tokens';
import type { Database, Tx } from '../platform/storage/database';
import { createGroupCommit } from '../platform/storage/group-commit';
import { forUpdate, insertRows, keyIn } from '../platform/storage/sql';
import { listColumns, pickColumns } from '../platform/storage/table';
import { createSignal, type Listen } from '../platform/signal';
import { VISITOR_SESSIONS, type SessionRow } from './model';
import {
  isOver,
  SESSION_TTL_MS,
  toSession,
  type HeldSession,
  type SessionKey,
  type VisitorSession,
} from './session';

interface NewSession {
  tenantId: string;
  widgetPublicKey: string;
  origin: string;
  locale: string;
  mode: SessionMode;
  routingKey: string | null;
  metadata: string;
  addressHmac: string;
}

interface Identity {
  userId: string;
  displayName?: string | undefined;
  email?: string | undefined;
  attributes?: Record<string, unknown> | undefined;
}

export interface VisitorSessions {
  /** Creates a session; it is durable when the promise resolves. @throws {AppError} overloaded */
  create(session: NewSession): Promise<VisitorSession>;
  find(key: SessionKey): Promise<VisitorSession | null>;
  /** Finds all sessions of the tenant that were identified as this user, newest first. */
  ofUser(tenantId: string, userId: string): Promise<VisitorSession[]>;
  /**
   * Binds the session to a user, once. If it already has this user, only the other fields are updated.
   * @throws {AppError} already_identified, session_expired
   */
  identify(held: HeldSession, identity: Identity): Promise<VisitorSession>;
  /**
   * Finds the session in which a returning user continues: an earlier one on the same origin with an open conversation,
   * if the new session has no messages. Ends the new session then. An earlier session that was taken over by a mailed
   * link is left out, because it belongs to the owner of the mailbox: the user's signature does not open it any more.
   */
  joinOpen(session: VisitorSession, userId: string): Promise<VisitorSession | null>;
  /** The key of a session whose visitor was identified or left an address on this node, after the commit. */
  onDescribed: Listen<SessionKey>;
  /**
   * Stores the visitor's own e-mail address, in place of an earlier one.
   * @param isNobodyThere true if no operator answers at the moment
   * @throws {AppError} session_expired
   */
  leaveContact(
    held: HeldSession,
    contact: { email: string; isNobodyThere: boolean },
  ): Promise<void>;
  /** Stores the visitor's current network, as a keyed hash. */
  noteAddress(key: SessionKey, addressHmac: string): Promise<void>;
  end(held: HeldSession): Promise<void>;
  /** The id of a session that was ended on this node, after the commit. */
  onEnded: Listen<string>;
  /** Deletes expired sessions that never had a conversation; returns how many. */
  purgeExpired(now: number): Promise<number>;
  /** Resolves when no creation is pending. */
  drain(): Promise<void>;
}

const MAX_BATCH = 256;
const MAX_QUEUED = 5_000;
const MAX_IN_FLIGHT = 4;
const PURGE_BATCH = 500;

const NEW_SESSIONS = pickColumns(
  VISITOR_SESSIONS,
  'tenant_id',
  'session_id',
  'widget_public_key',
  'origin',
  'locale',
  'mode',
  'routing_key',
  'metadata',
  'created_at',
  'expires_at',
  'purge_at',
  'kept_from',
  'address_hmac',
);

const COLUMNS = listColumns(VISITOR_SESSIONS);
const OF_SESSION = 'tenant_id = ? AND session_id = ?';

function paramsOf({ tenantId, sessionId }: SessionKey): string[] {
  return [tenantId, sessionId];
}

export function createVisitorSessions(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
}): VisitorSessions {
  const { database, clock } = deps;
  const ended = createSignal<string>('visitor_session.ended', deps.log);
  const described = createSignal<SessionKey>('visitor_session.described', deps.log);

  const creation = createGroupCommit<SessionRow, void>({
    database,
    maxBatch: MAX_BATCH,
    maxQueued: MAX_QUEUED,
    maxInFlight: MAX_IN_FLIGHT,
    keyOf: (row) => row.session_id,
    shardOf: (row) => row.tenant_id,
    apply: async (tx, rows) => {
      await insertRows(tx, NEW_SESSIONS, rows);
      return rows.map(() => undefined);
    },
  });

  const find = async (key: SessionKey): Promise<VisitorSession | null> => {
    const [row] = await database.read.rows<SessionRow>(
      `SELECT ${COLUMNS} FROM visitor_sessions WHERE ${OF_SESSION}`,
      paramsOf(key),
    );
    return row ? toSession(row) : null;
  };

  return {
    create: async (session) => {
      const now = clock();
      const row: SessionRow = {
        session_id: randomToken('vs_'),
        tenant_id: session.tenantId,
        widget_public_key: session.widgetPublicKey,
        origin: session.origin,
        locale: session.locale,
        mode: session.mode,
        routing_key: session.routingKey,
        metadata: session.metadata,
        user_id: null,
        visitor_name: null,
        visitor_email: null,
        visitor_attributes: null,
        created_at: now,
        expires_at: now + SESSION_TTL_MS,
        purge_at: now + SESSION_TTL_MS,
        kept_from: now,
        ended_at: null,
        erased_at: null,
        contact_email: null,
        contact_proven: 0,
        nobody_there: 0,
        mailed_seq: null,
        current_page: null,
        earlier_pages: null,
        address_hmac: session.addressHmac,
        token_version: 1,
        taken_over_at: null,
      };
      await creation.submit(row);
      return toSession(row);
    },

    find,

    ofUser: async (tenantId, userId) => {
      const rows = await database.read.rows<SessionRow>(
        `SELECT ${COLUMNS} FROM visitor_sessions WHERE tenant_id = ? AND user_id = ?`,
        [tenantId, userId],
      );
      // The comparison is repeated here, because MySQL treats `ann` and `ann ` as the same user.
      const sessions = rows.map(toSession).filter((session) => session.userId === userId);
      return sessions.toSorted((a, b) => b.createdAt - a.createdAt);
    },

    identify: async (key, identity) => {
      const session = await database.transaction(async (tx) => {
        await bind(tx, key, identity.userId);
        await describe(tx, key, identity);
        const [row] = await tx.rows<SessionRow>(
          `SELECT ${COLUMNS} FROM visitor_sessions WHERE ${OF_SESSION}`,
          paramsOf(key),
        );
        return toSession(row!); // it was bound in this transaction
      });
      described.emit(key);
      return session;
    },

    onDescribed: described.on,

    leaveContact: async (key, { email, isNobodyThere }) => {
      await database.transaction(async (tx) => {
        const [row] = await tx.rows<SessionRow>(
          `SELECT ${COLUMNS} FROM visitor_sessions WHERE ${OF_SESSION}${forUpdate(tx.dialect)}`,
          paramsOf(key),
        );
        if (!row || !isHeld(key, row) || isOver(toSession(row), clock())) {
          throw new AppError('session_expired');
        }
        const isSame = row.contact_email === email;
        await tx.run(
          `UPDATE visitor_sessions SET contact_email = ?, contact_proven = ?, nobody_there = ?
           WHERE ${OF_SESSION}`,
          [
            email,
            isSame ? row.contact_proven : 0,
            isNobodyThere ? 1 : row.nobody_there,
            ...paramsOf(key),
          ],
        );
      });
      described.emit(key);
    },

    noteAddress: async (key, addressHmac) => {
      await database.transaction((tx) =>
        tx.run(
          `UPDATE visitor_sessions SET address_hmac = ? WHERE ${OF_SESSION} AND erased_at IS NULL`,
          [addressHmac, ...paramsOf(key)],
        ),
      );
    },

    joinOpen: (session, userId) =>
      database.transaction(async (tx) => {
        const open = await findOpen(tx, session, userId, clock());
        if (!open) return null;
        // Its sockets are not notified. The client learns the other session and leaves this one; a message that is sent
        // in the meantime is refused here, and sent again there.
        const isLeft = await tx.run(
          `UPDATE visitor_sessions SET ended_at = ?
           WHERE ${OF_SESSION} AND token_version = ? AND ended_at IS NULL
             AND (user_id IS NULL OR user_id = ?)
             AND NOT EXISTS (
               SELECT 1 FROM conversations c WHERE c.tenant_id = visitor_sessions.tenant_id
                 AND c.session_id = visitor_sessions.session_id)`,
          [clock(), ...paramsOf(session), session.tokenVersion, userId],
        );
        return isLeft === 1 ? open : null;
      }),

    end: async (key) => {
      const changed = await database.transaction((tx) =>
        tx.run(
          `UPDATE visitor_sessions SET ended_at = ?
           WHERE ${OF_SESSION} AND token_version = ? AND ended_at IS NULL`,
          [clock(), ...paramsOf(key), key.tokenVersion],
        ),
      );
      if (changed === 1) ended.emit(key.sessionId);
    },

    onEnded: ended.on,

    purgeExpired: async (now) => {
      for (let total = 0; ;) {
        const purged = await database.transaction((tx) => purgeSome(tx, now));
        total += purged;
        if (purged < PURGE_BATCH) return total;
      }
    },

    drain: creation.drain,
  };
}

async function findOpen(
  tx: Tx,
  { sessionId, tenantId, origin }: VisitorSession,
  userId: string,
  now: number,
): Promise<VisitorSession | undefined> {
  const rows = await tx.rows<SessionRow>(
    `SELECT ${listColumns(VISITOR_SESSIONS, 's')} FROM visitor_sessions s
     JOIN conversations c ON c.tenant_id = s.tenant_id AND c.session_id = s.session_id
       AND c.status <> 'RESOLVED'
     WHERE s.tenant_id = ? AND s.user_id = ? AND s.origin = ? AND s.session_id <> ?
       AND s.ended_at IS NULL AND s.taken_over_at IS NULL AND s.expires_at > ?
     ORDER BY c.last_message_at DESC`,
    [tenantId, userId, origin, sessionId, now],
  );
  // The comparison is repeated here, because MySQL treats `ann` and `ann ` as the same user.
  return rows.map(toSession).find((session) => session.userId === userId);
}

/**
 * Binds a session to a user. Of simultaneous calls with different users one wins: the one whose statement finds no user
 * yet. The row stays locked, so that the session can't be erased between its binding and its update.
 */
async function bind(tx: Tx, key: HeldSession, userId: string): Promise<void> {
  const bound = await tx.run(
    `UPDATE visitor_sessions SET user_id = ?
     WHERE ${OF_SESSION} AND token_version = ? AND user_id IS NULL AND ended_at IS NULL`,
    [userId, ...paramsOf(key), key.tokenVersion],
  );
  if (bound === 1) return;
  const [row] = await tx.rows<Pick<SessionRow, 'user_id' | 'ended_at' | 'token_version'>>(
    `SELECT user_id, ended_at, token_version FROM visitor_sessions WHERE ${OF_SESSION}${forUpdate(tx.dialect)}`,
    paramsOf(key),
  );
  if (!row || !isHeld(key, row) || row.ended_at !== null) throw new AppError('session_expired');
  if (row.user_id !== userId) throw new AppError('already_identified');
}

function isHeld({ tokenVersion }: HeldSession, row: Pick<SessionRow, 'token_version'>): boolean {
  return row.token_version === tokenVersion;
}

async function describe(tx: Tx, key: SessionKey, identity: Identity): Promise<void> {
  const { displayName, email, attributes } = identity;
  const given: [string, string][] = [];
  if (displayName !== undefined) given.push(['visitor_name', displayName]);
  if (email !== undefined) given.push(['visitor_email', email]);
  if (attributes) given.push(['visitor_attributes', JSON.stringify(attributes)]);
  if (given.length === 0) return;
  await tx.run(
    `UPDATE visitor_sessions SET ${given.map(([column]) => `${column} = ?`).join(', ')} WHERE ${OF_SESSION}`,
    [...given.map(([, value]) => value), ...paramsOf(key)],
  );
}

async function purgeSome(tx: Tx, now: number): Promise<number> {
  const rows = await tx.rows<{ tenant_id: string; session_id: string }>(
    `SELECT tenant_id, session_id FROM visitor_sessions WHERE purge_at <= ?
     ORDER BY purge_at LIMIT ${PURGE_BATCH}`,
    [now],
  );
  if (rows.length === 0) return 0;
  const keys = rows.map((row) => [row.tenant_id, row.session_id]);
  // Sessions that got a conversation in the meantime are not deleted.
  return tx.run(
    `DELETE FROM visitor_sessions
     WHERE purge_at IS NOT NULL AND ${keyIn(tx.dialect, ['tenant_id', 'session_id'], keys)}`,
    keys.flat(),
  );
}
