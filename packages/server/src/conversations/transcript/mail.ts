import { DAY } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { maskEmail } from '../../platform/mail/address';
import type { MailBudgets } from '../../platform/mail/budgets';
import type { Mailer } from '../../platform/mail/mailer';
import { escapeHtml, oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import type { Database } from '../../platform/storage/database';
import type { Tenant } from '../../tenants/tenant';
import type { VisitorSession } from '../../visitors/session';
import type { ConversationStore } from '../journal/store';
import { transcriptText } from './formats';
import { readTranscript, type Transcript } from './transcript';
import { WORDS } from './words';

export interface TranscriptMailOptions {
  database: Database;
  store: Pick<ConversationStore, 'ofSession' | 'messages'>;
  mailer: Mailer;
  mailBudgets: Pick<MailBudgets, 'take'>;
}

/** Queues the mail, and returns the address as its owner recognises it: `a***@c***.com`. */
export type MailTranscript = (session: VisitorSession, tenant: Tenant) => Promise<string>;

const TTL_MS = DAY;
/** A mail is text and HTML, sealed in one row; larger ones are refused by mail servers. */
const MAX_BYTES = 200 * 1024;

/**
 * Sends a transcript to the address of the identified visitor, and to no other.
 * @throws {AppError} state_conflict without an address, a message or a mail server; rate_limited
 */
export function createTranscriptMail(options: TranscriptMailOptions): MailTranscript {
  const { database, store, mailer, mailBudgets } = options;
  return async (session, tenant) => {
    if (!mailer.isConfigured) throw conflict('This relay sends no mail.');
    const recipient = session.userId === null ? null : session.visitorEmail;
    if (recipient === null) throw conflict('The visitor has no e-mail address.');
    const transcript = await readTranscript(store, session, tenant, MAX_BYTES);
    if (transcript.messages.length === 0) throw conflict('There is no message to send.');
    await database.transaction(async (tx) => {
      const retryAfterS = await mailBudgets.take(tx, recipient, 'transcript');
      if (retryAfterS > 0) throw new AppError('rate_limited', { retryAfterS });
      await mailer.enqueue(tx, recipient, transcriptMail(transcript), TTL_MS);
    });
    return maskEmail(recipient);
  };
}

function conflict(message: string): AppError {
  return new AppError('state_conflict', { message });
}

function transcriptMail(transcript: Transcript): MailMessage {
  const { locale } = transcript;
  const words = WORDS[locale];
  const tenantName = safeName(transcript.tenant_name, words.someTenant);
  const text = transcriptText({ ...transcript, tenant_name: tenantName });
  return {
    subject: oneLine(words.subject(tenantName)),
    text: `${words.mailLines.join('\n')}\n\n${text}`,
    html: [
      `<!doctype html><html lang="${locale}"><body style="font-family:sans-serif;line-height:1.5">`,
      ...words.mailLines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`,
      '</body></html>',
    ].join('\n'),
  };
}
