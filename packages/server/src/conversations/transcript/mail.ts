import { DAY, HOUR, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { maskEmail } from '../../platform/mail/address';
import type { MailBudgets } from '../../platform/mail/budgets';
import type { Mailer } from '../../platform/mail/mailer';
import { escapeHtml, oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import type { Budgets } from '../../platform/storage/budgets';
import type { Database, Tx } from '../../platform/storage/database';
import type { Tenant } from '../../tenants/tenant';
import type { VisitorSession } from '../../visitors/session';
import type { ConversationStore } from '../journal/store';
import { transcriptText } from './formats';
import { noteVisitorMail } from '../answer-mails/links';
import { stopHeaders } from '../answer-mails/message';
import { recipientHash, type MailStops } from '../answer-mails/stops';
import { readTranscript, type Transcript } from './transcript';
import { WORDS } from './words';

export interface TranscriptMailOptions {
  database: Database;
  store: Pick<ConversationStore, 'ofSession' | 'messages' | 'firstSeqWithin'>;
  mailer: Mailer;
  mailBudgets: Pick<MailBudgets, 'take'>;
  budgets: Pick<Budgets, 'take'>;
  stops: Pick<MailStops, 'linkFor' | 'isStopped'>;
  clock: Clock;
  /** `LIMIT_TRANSCRIPTS_PER_TENANT_DAY` */
  perTenantDay: number;
}

/** Queues the mail, and returns the address as its owner recognises it: `a***@c***.com`. */
export type MailTranscript = (session: VisitorSession, tenant: Tenant) => Promise<string>;

const TTL_MS = DAY;
/** A mail is text and HTML, sealed in one row; larger ones are refused by mail servers. */
const MAX_BYTES = 200 * 1024;

/**
 * Sends a transcript to the address of the identified visitor, or to the one that the visitor left, and to no other. A
 * stranger may have left the address of a third person: until a link from a mail to it was followed, the mail holds
 * nothing that the visitor wrote.
 * @throws {AppError} state_conflict without an address, a message or a mail server; rate_limited
 */
export function createTranscriptMail(options: TranscriptMailOptions): MailTranscript {
  const { database, store, mailer, mailBudgets, budgets, stops, clock } = options;

  /** What strangers can make the relay send to addresses that they type. */
  const countForLeft = async (tx: Tx, tenantId: string, email: string): Promise<number> => {
    const key = `transcript|${recipientHash(tenantId, email)}`;
    const limit = options.perTenantDay;
    return Math.max(
      await budgets.take(tx, { key: `transcripts|${tenantId}`, limit, windowMs: DAY }),
      await budgets.take(tx, { key: `${key}|day`, limit: 3, windowMs: DAY }),
      await budgets.take(tx, { key: `${key}|hour`, limit: 1, windowMs: HOUR }),
    );
  };

  return async (session, tenant) => {
    if (!mailer.isConfigured) throw conflict('This relay sends no mail.');
    const { tenantId } = tenant;
    const identified = session.userId === null ? null : session.visitorEmail;
    const recipient = identified ?? session.contactEmail;
    if (recipient === null) throw conflict('The visitor has no e-mail address.');
    const transcript = await readTranscript(store, session, tenant, MAX_BYTES);
    if (transcript.messages.length === 0) throw conflict('There is no message to send.');
    const isTheirs = identified !== null || session.isContactProven;
    const shown = isTheirs ? transcript : withoutVisitor(transcript);
    const mail = await transcriptMail(shown, stops.linkFor(tenantId, recipient));
    await database.transaction(async (tx) => {
      // Like an answer: who stopped the mails isn't told to the page.
      if (await stops.isStopped(tx, tenantId, recipient)) return;
      const retryAfterS = Math.max(
        identified === null ? await countForLeft(tx, tenantId, recipient) : 0,
        await mailBudgets.take(tx, recipient, 'transcript'),
      );
      if (retryAfterS > 0) throw new AppError('rate_limited', { retryAfterS });
      const mailId = await mailer.enqueue(tx, recipient, mail, TTL_MS);
      if (mailId === null) return;
      const now = clock();
      await noteVisitorMail(tx, { key: session, mailId, email: recipient, token: null, now });
    });
    return maskEmail(recipient);
  };
}

function withoutVisitor(transcript: Transcript): Transcript {
  const content = WORDS[transcript.locale].leftOut;
  return {
    ...transcript,
    messages: transcript.messages.map((message) =>
      message.sender.kind === 'visitor' ? { ...message, content } : message,
    ),
  };
}

function conflict(message: string): AppError {
  return new AppError('state_conflict', { message });
}

async function transcriptMail(transcript: Transcript, stopLink: string): Promise<MailMessage> {
  const { locale } = transcript;
  const words = WORDS[locale];
  const tenantName = safeName(transcript.tenant_name, words.someTenant);
  const text = await transcriptText({ ...transcript, tenant_name: tenantName });
  return {
    subject: oneLine(words.subject(tenantName)),
    text: `${words.mailLines.join('\n')}\n\n${text}\n${words.stop}\n${stopLink}\n`,
    html: [
      `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">`,
      ...words.mailLines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`,
      `<p>${escapeHtml(words.stop)}<br>${escapeHtml(stopLink)}</p>`,
      '</body></html>',
    ].join('\n'),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
}
