import { DAY, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { randomToken, tokenHash } from '../../platform/security/tokens';
import type { Database, Tx } from '../../platform/storage/database';
import { insertRows } from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import type { TenantDirectory } from '../../tenants/directory';
import { accessError, tenantRefusal } from '../../visitors/access';
import type { Blocks } from '../../visitors/blocks/blocks';
import { isOver, type SessionKey, type VisitorSession } from '../../visitors/session';
import type { VisitorSessions } from '../../visitors/sessions';
import { VISITOR_MAILS, type VisitorMailRow } from './model';
import { compactId, expandId, recipientHash } from './stops';

const LINK_TTL_MS = 7 * DAY;

const TOKEN = /^rl_([0-9a-f]{32})[A-Za-z0-9_-]{43}$/;

/** A token of a link: 256 random bits after the tenant, so that its look-up begins with the tenant. */
export function newLinkToken(tenantId: string): string {
  return randomToken(`rl_${compactId(tenantId)}`);
}

/** Keeps that a mail was queued, so that an erasure finds it, and the hash of its link. */
export async function noteVisitorMail(
  tx: Tx,
  mail: { key: SessionKey; mailId: string; email: string; token: string | null; now: number },
): Promise<void> {
  const { key, mailId, email, token, now } = mail;
  await insertRows(tx, VISITOR_MAILS, [
    {
      tenant_id: key.tenantId,
      mail_id: mailId,
      session_id: key.sessionId,
      recipient_hash: recipientHash(key.tenantId, email),
      token_hash: token === null ? null : tokenHash(token),
      queued_at: now,
      expires_at: now + LINK_TTL_MS,
      used_at: null,
    },
  ]);
}

export interface ResumeLinks {
  /**
   * The session of a link, once: of several that use it at the same time, one gets it.
   * @throws {AppError} session_expired for a link that was used, is too old or never was; and the refusals of a token
   */
  resume(token: string, originHeader: string | undefined): Promise<VisitorSession>;
  deleteExpired(): Promise<void>;
}

export function createResumeLinks(deps: {
  database: Database;
  clock: Clock;
  sessions: Pick<VisitorSessions, 'find'>;
  directory: Pick<TenantDirectory, 'find'>;
  blocks: Pick<Blocks, 'isBlocked'>;
}): ResumeLinks {
  const { database, clock, sessions, directory } = deps;
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
      const claims = { wpk: session.widgetPublicKey, org: session.origin };
      const refusal = tenantRefusal(tenant, claims, now);
      if (refusal !== null) throw accessError(refusal);
      if (originHeader !== undefined && originHeader !== session.origin) {
        throw accessError('origin_mismatch');
      }
      if (await deps.blocks.isBlocked(tenant, session)) throw accessError('visitor_blocked');
      // Last: a refusal above uses nothing up.
      await database.transaction((tx) => use(tx, link, session, now));
      return session;
    },

    deleteExpired: async () => {
      await database.transaction((tx) =>
        tx.run('DELETE FROM visitor_mails WHERE expires_at <= ?', [clock()]),
      );
    },
  };
}

async function use(
  tx: Tx,
  link: VisitorMailRow,
  { tenantId, sessionId, contactEmail }: VisitorSession,
  now: number,
): Promise<void> {
  const used = await tx.run(
    `UPDATE visitor_mails SET used_at = ?
     WHERE tenant_id = ? AND mail_id = ? AND used_at IS NULL AND expires_at > ?`,
    [now, tenantId, link.mail_id, now],
  );
  if (used !== 1) throw new AppError('session_expired');
  if (contactEmail === null || recipientHash(tenantId, contactEmail) !== link.recipient_hash)
    return;
  await tx.run(
    `UPDATE visitor_sessions SET contact_proven = 1
     WHERE tenant_id = ? AND session_id = ? AND contact_email = ? AND contact_proven = 0`,
    [tenantId, sessionId, contactEmail],
  );
}
