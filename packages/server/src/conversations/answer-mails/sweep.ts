import { DAY, HOUR, SECOND, type Clock } from '../../platform/clock';
import type { Mailer } from '../../platform/mail/mailer';
import type { Budgets } from '../../platform/storage/budgets';
import type { Database, Tx } from '../../platform/storage/database';
import { forUpdate } from '../../platform/storage/sql';
import { listColumns } from '../../platform/storage/table';
import type { TenantDirectory } from '../../tenants/directory';
import type { Tenant } from '../../tenants/tenant';
import { voiceOf } from '../../tenants/texts/voice';
import { isOver, type VisitorSession } from '../../visitors/session';
import type { VisitorSessions } from '../../visitors/sessions';
import { AWAITED_ANSWERS, type AwaitedAnswerRow } from '../journal/model';
import type { ConversationStore } from '../journal/store';
import type { Message } from '../rules/state';
import { mailedLink, newLinkToken, noteVisitorMail } from './links';
import { answerMail } from './message';
import { recipientHash, type MailStops } from './stops';

export interface AnswerMailsOptions {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  budgets: Pick<Budgets, 'take'>;
  stops: Pick<MailStops, 'linkFor' | 'isStopped'>;
  sessions: Pick<VisitorSessions, 'find'>;
  store: Pick<ConversationStore, 'ofSession' | 'messages'>;
  directory: Pick<TenantDirectory, 'find'>;
}

const AT_ONCE = 50;
const MESSAGES_READ = 200;
const MAIL_TTL_MS = DAY;
const TOO_OLD_MS = DAY;

interface CurrentSession {
  contact_email: string | null;
  contact_proven: number;
  ended_at: number | null;
  current_page: string | null;
}

/** Rolls the transaction back: the address has reached its limit of mails, so this one is sent later. */
class PostponedError extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('postponed');
    this.seconds = seconds;
  }
}

/**
 * Makes a sweep that mails operators' replies that no page of the visitor has read in time. Every node may run it: the
 * node whose DELETE removes the row queues the mail, in the same transaction. The sweep returns how many mails were
 * queued.
 */
export function createAnswerMails(options: AnswerMailsOptions) {
  const { database, clock, mailer, budgets, stops, sessions, store, directory } = options;

  return async (isStopped: () => boolean): Promise<number> => {
    const due = await database.read.rows<AwaitedAnswerRow>(
      `SELECT ${listColumns(AWAITED_ANSWERS)} FROM awaited_answers WHERE due_at <= ?
       ORDER BY due_at LIMIT ${AT_ONCE}`,
      [clock()],
    );
    let queued = 0;
    for (const row of due) {
      if (isStopped()) break;
      if (await settle(row)) queued++;
    }
    return queued;
  };

  async function settle(row: AwaitedAnswerRow): Promise<boolean> {
    const key = { tenantId: row.tenant_id, sessionId: row.session_id };
    const [session, tenant, state, messages] = await Promise.all([
      sessions.find(key),
      directory.find(row.tenant_id),
      store.ofSession(key),
      store.messages(key, { afterSeq: row.seq - 1, limit: MESSAGES_READ }),
    ]);
    const now = clock();
    const isPossible =
      mailer.isConfigured &&
      tenant?.status === 'active' &&
      session !== null &&
      session.contactEmail !== null &&
      !isOver(session, now) &&
      now - row.answered_at < TOO_OLD_MS;
    const isBack =
      (state?.visitorReadSeq ?? 0) >= row.seq ||
      messages.some(({ sender }) => sender === 'visitor');
    if (!isPossible || isBack) {
      await database.transaction((tx) => forget(tx, row, { hasComeBack: isBack }));
      return false;
    }
    try {
      return await database.transaction((tx) => queue(tx, row, session, tenant, messages));
    } catch (error) {
      if (!(error instanceof PostponedError)) throw error;
      await database.transaction((tx) => postpone(tx, row, now + error.seconds * SECOND));
      return false;
    }
  }

  async function queue(
    tx: Tx,
    row: AwaitedAnswerRow,
    session: VisitorSession,
    tenant: Tenant,
    messages: readonly Message[],
  ): Promise<boolean> {
    const now = clock();
    const { tenantId } = session;
    const email = session.contactEmail ?? '';
    // The session's row is locked first, as in the journal. Its address may have changed since it was read above.
    const [current] = await tx.rows<CurrentSession>(
      `SELECT contact_email, contact_proven, ended_at, current_page FROM visitor_sessions
       WHERE tenant_id = ? AND session_id = ?${forUpdate(tx.dialect)}`,
      [row.tenant_id, row.session_id],
    );
    if (current?.contact_email !== email || current.ended_at !== null) return false;
    // The reply may have been read meanwhile, or another node may have mailed it.
    const isOurs = await tx.run(
      `DELETE FROM awaited_answers WHERE tenant_id = ? AND session_id = ? AND due_at = ?
       AND NOT EXISTS (SELECT 1 FROM conversations c
         WHERE c.tenant_id = awaited_answers.tenant_id AND c.session_id = awaited_answers.session_id
           AND c.visitor_read_seq >= awaited_answers.seq)`,
      [row.tenant_id, row.session_id, row.due_at],
    );
    if (isOurs !== 1) return false;
    const answers = messages.filter(({ sender, isRemoved }) => sender === 'agent' && !isRemoved);
    await tx.run(
      `UPDATE visitor_sessions SET mailed_seq = ?, nobody_there = 0
       WHERE tenant_id = ? AND session_id = ?`,
      [answers.at(-1)?.seq ?? row.seq, row.tenant_id, row.session_id],
    );
    if (answers.length === 0 || (await stops.isStopped(tx, tenantId, email))) return false;
    await count(tx, tenantId, email);
    const token = newLinkToken(tenantId);
    const voice = voiceOf(tenant, session.locale);
    const mail = answerMail({
      voice,
      tenantName: tenant.name,
      operatorName: answers[0]?.senderName ?? '',
      answers: answers.map(({ content }) => content),
      link: mailedLink(token, session.origin, provenPage(current)),
      stopLink: stops.linkFor(tenantId, email, voice.language),
    });
    const mailId = await mailer.enqueue(tx, email, mail, MAIL_TTL_MS);
    if (mailId === null) return false;
    await noteVisitorMail(tx, { key: session, mailId, kind: 'answer', email, token, now });
    return true;
  }

  /** Limits mails per address: a stranger may leave a third person's address, in any number of sessions. */
  async function count(tx: Tx, tenantId: string, email: string): Promise<void> {
    const key = `answer-mail|${recipientHash(tenantId, email)}`;
    const waits = [
      await budgets.take(tx, { key: `${key}|day`, limit: 3, windowMs: DAY }),
      await budgets.take(tx, { key: `${key}|hour`, limit: 1, windowMs: HOUR }),
    ];
    const seconds = Math.max(...waits);
    if (seconds > 0) throw new PostponedError(seconds);
  }
}

/** The page's address is text that the visitor chose: only a confirmed mailbox gets it. */
function provenPage(session: CurrentSession): string | null {
  return session.contact_proven === 1 ? session.current_page : null;
}

const THIS_ROW = 'tenant_id = ? AND session_id = ? AND due_at = ?';

async function forget(
  tx: Tx,
  row: AwaitedAnswerRow,
  { hasComeBack }: { hasComeBack: boolean },
): Promise<void> {
  const params = [row.tenant_id, row.session_id];
  if (hasComeBack) {
    await tx.run(
      `UPDATE visitor_sessions SET nobody_there = 0
       WHERE tenant_id = ? AND session_id = ? AND nobody_there = 1`,
      params,
    );
  }
  await tx.run(`DELETE FROM awaited_answers WHERE ${THIS_ROW}`, [...params, row.due_at]);
}

async function postpone(tx: Tx, row: AwaitedAnswerRow, until: number): Promise<void> {
  await tx.run(`UPDATE awaited_answers SET due_at = ? WHERE ${THIS_ROW}`, [
    until,
    row.tenant_id,
    row.session_id,
    row.due_at,
  ]);
}
