import { DAY, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { VisitorMailKind } from '../../platform/mail/kinds';
import { randomToken, tokenHash } from '../../platform/security/tokens';
import type { Logger } from '../../platform/log';
import { createSignal, type Listen } from '../../platform/signal';
import type { Database, Tx } from '../../platform/storage/database';
import { insertRows } from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import type { TenantDirectory } from '../../tenants/directory';
import { accessError, tenantRefusal } from '../../visitors/access';
import type { Blocks } from '../../visitors/blocks/blocks';
import { returnAddress } from '../../visitors/pages/pages';
import { isOver, type SessionKey, type VisitorSession } from '../../visitors/session';
import type { VisitorSessions } from '../../visitors/sessions';
import { takeOver, type TakenOver } from '../../visitors/take-over';
import { VISITOR_MAILS, type VisitorMailRow } from './model';
import { compactId, expandId, recipientHash } from './stops';

const LINK_TTL_MS = 7 * DAY;

const TOKEN = /^rl_([0-9a-f]{32})[A-Za-z0-9_-]{43}$/;

/** Makes a link's token: the tenant's id, with which its look-up begins, and 256 random bits. */
export function newLinkToken(tenantId: string): string {
  return randomToken(`rl_${compactId(tenantId)}`);
}

/**
 * Address for a mail. The token is in its fragment, which browsers send to no server.
 * @param page the visitor's page, as stored; null: the start page of the session's origin
 */
export function mailedLink(token: string, origin: string, page: string | null): string {
  return `${returnAddress(page, origin)}#relay=${token}`;
}

/** Records that a mail was queued, so that an erasure finds it, and the hash of its link's token. */
export async function noteVisitorMail(
  tx: Tx,
  mail: {
    key: SessionKey;
    mailId: string;
    kind: VisitorMailKind;
    email: string;
    token: string | null;
    now: number;
  },
): Promise<void> {
  const { key, mailId, kind, email, token, now } = mail;
  await insertRows(tx, VISITOR_MAILS, [
    {
      tenant_id: key.tenantId,
      mail_id: mailId,
      session_id: key.sessionId,
      kind,
      recipient_hash: recipientHash(key.tenantId, email),
      recipient: email,
      token_hash: token === null ? null : tokenHash(token),
      queued_at: now,
      expires_at: now + LINK_TTL_MS,
      used_at: null,
    },
  ]);
}

export interface ResumeLinks {
  /**
   * Returns the session of a link. A link works once: of several uses at the same time, one succeeds. It proves that
   * the visitor owns the mailbox, and takes the session over: earlier tokens and other links end, and the mailed
   * address is confirmed.
   * @throws {AppError} session_expired for a link that was used, is too old or never existed; and the refusals of a
   * token
   */
  resume(token: string, originHeader: string | undefined): Promise<VisitorSession>;
  /** Emits a session after the commit, when its link was followed on this node. */
  onTakenOver: Listen<TakenOver>;
  deleteExpired(): Promise<void>;
}

export function createResumeLinks(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  sessions: Pick<VisitorSessions, 'find'>;
  directory: Pick<TenantDirectory, 'find'>;
  blocks: Pick<Blocks, 'isBlocked'>;
}): ResumeLinks {
  const { database, clock, sessions, directory } = deps;
  const takenOver = createSignal<TakenOver>('visitor_session.taken_over', deps.log);
  return {
    resume: async (token, originHeader) => {
      const [, compact = ''] = TOKEN.exec(token) ?? [];
      const tenantId = expandId(compact);
      const now = clock();
      const [link] = await database.read.rows<VisitorMailRow>(
        `SELECT ${listColumns(VISITOR_MAILS)} FROM visitor_mails
         WHERE tenant_id = ? AND token_hash = ? AND used_at IS NULL AND expires_at > ?`,
        [tenantId, tokenHash(token), now],
      );
      const session = link && (await sessions.find({ tenantId, sessionId: link.session_id }));
      const tenant = await directory.find(tenantId);
      if (!session || !tenant || isOver(session, now)) throw new AppError('session_expired');
      const email = link.recipient ?? addressBehind(link, session);
      if (email === null) throw new AppError('session_expired');
      const claims = { wpk: session.widgetPublicKey, org: session.origin };
      const refusal = tenantRefusal(tenant, claims, now);
      if (refusal !== null) throw accessError(refusal);
      if (originHeader !== undefined && originHeader !== session.origin) {
        throw accessError('origin_mismatch');
      }
      if (await deps.blocks.isBlocked(tenant, session)) throw accessError('visitor_blocked');
      // Last, so that a refusal above does not use up the link.
      const taken = await database.transaction((tx) => use(tx, link, { email, now }));
      takenOver.emit(taken);
      return taken;
    },

    onTakenOver: takenOver.on,

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM visitor_mails WHERE expires_at <= ?', [clock()]),
      );
    },
  };
}

/** Address of a mail whose row has only its hash (earlier versions); null if the visitor left another one since. */
function addressBehind(
  { recipient_hash: hash }: VisitorMailRow,
  { tenantId, contactEmail }: VisitorSession,
): string | null {
  return contactEmail !== null && recipientHash(tenantId, contactEmail) === hash
    ? contactEmail
    : null;
}

async function use(
  tx: Tx,
  { tenant_id: tenantId, session_id: sessionId, mail_id: mailId }: VisitorMailRow,
  { email, now }: { email: string; now: number },
): Promise<VisitorSession> {
  // The session's row is locked first, as in the journal. If the link was used meanwhile, this is rolled back.
  const taken = await takeOver(tx, { tenantId, sessionId }, { email, now });
  const used = await tx.run(
    `UPDATE visitor_mails SET used_at = ?
     WHERE tenant_id = ? AND mail_id = ? AND token_hash IS NOT NULL AND used_at IS NULL
       AND expires_at > ?`,
    [now, tenantId, mailId, now],
  );
  if (used !== 1 || !taken) throw new AppError('session_expired');
  await tx.run(
    `UPDATE visitor_mails SET token_hash = NULL
     WHERE tenant_id = ? AND session_id = ? AND used_at IS NULL AND token_hash IS NOT NULL`,
    [tenantId, sessionId],
  );
  return taken;
}
