import { DAY, HOUR, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { maskEmail } from '../../platform/mail/address';
import type { MailBudgets } from '../../platform/mail/budgets';
import type { Mailer } from '../../platform/mail/mailer';
import { escapeHtml, oneLine, safeName, type MailMessage } from '../../platform/mail/message';
import type { Budgets } from '../../platform/storage/budgets';
import type { Database, Tx } from '../../platform/storage/database';
import type { Tenant } from '../../tenants/tenant';
import { say, withoutLinks } from '../../tenants/texts/voice';
import type { VisitorSession } from '../../visitors/session';
import type { ConversationStore } from '../journal/store';
import { transcriptText } from './formats';
import { mailedLink, newLinkToken, noteVisitorMail } from '../answer-mails/links';
import { htmlPage, stopHeaders } from '../answer-mails/message';
import { recipientHash, type MailStops } from '../answer-mails/stops';
import { proofMail } from './proof';
import { readTranscript, VOICE, type Transcript } from './transcript';

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

export interface SentTranscript {
  /** Masked address, as its owner recognises it: `a***@c***.com`. */
  sentTo: string;
  /** Whether the mail asks to confirm the address, and has nothing of the conversation. */
  needsConfirmation: boolean;
}

export type MailTranscript = (session: VisitorSession, tenant: Tenant) => Promise<SentTranscript>;

const TTL_MS = DAY;
/** A mail is text and HTML, sealed in one row; larger ones are refused by mail servers. */
const MAX_BYTES = 200 * 1024;

/**
 * Sends a transcript to the address that the visitor left, and to no other. A stranger may have left the address of a
 * third person: until its owner has followed a mailed link, the mail has such a link in place of the conversation. An
 * address that a page gave with an identity is not used, because no signature covers it.
 * @throws {AppError} state_conflict without an address, a message or a mail server; rate_limited
 */
export function createTranscriptMail(options: TranscriptMailOptions): MailTranscript {
  const { database, store, mailer, mailBudgets, budgets, stops, clock } = options;

  /** Limits what strangers can make the relay send to addresses that they type. */
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
    const { contactEmail: recipient, isContactProven: isProven } = session;
    if (recipient === null) throw conflict('The visitor has left no e-mail address.');
    const transcript = await readTranscript(store, session, tenant, MAX_BYTES);
    if (transcript.messages.length === 0) throw conflict('There is no message to send.');
    const voice = transcript[VOICE];
    const stopLink = stops.linkFor(tenantId, recipient, voice.language);
    // Written before the transaction, because a long one takes a while.
    const whole = isProven ? await transcriptMail(transcript, stopLink) : null;
    await database.transaction(async (tx) => {
      // The response is the same as for a queued mail: the page must not learn who stopped the mails.
      if (await stops.isStopped(tx, tenantId, recipient)) return;
      const retryAfterS = Math.max(
        isProven ? 0 : await countForLeft(tx, tenantId, recipient),
        await mailBudgets.take(tx, recipient, 'transcript'),
      );
      if (retryAfterS > 0) throw new AppError('rate_limited', { retryAfterS });
      const token = whole ? null : newLinkToken(tenantId);
      const mail =
        whole ??
        proofMail({
          voice,
          tenantName: tenant.name,
          link: mailedLink(token ?? '', session.origin, null),
          stopLink,
        });
      const mailId = await mailer.enqueue(tx, recipient, mail, TTL_MS);
      if (mailId === null) return;
      const kind = isProven ? 'transcript' : 'address_proof';
      const [key, now] = [session, clock()];
      await noteVisitorMail(tx, { key, mailId, kind, email: recipient, token, now });
    });
    return { sentTo: maskEmail(recipient), needsConfirmation: !isProven };
  };
}

function conflict(message: string): AppError {
  return new AppError('state_conflict', { message });
}

async function transcriptMail(transcript: Transcript, stopLink: string): Promise<MailMessage> {
  const voice = withoutLinks(transcript[VOICE]);
  const tenantName = safeName(transcript.tenant_name, say(voice, 'someTenant'));
  const text = await transcriptText({ ...transcript, [VOICE]: voice, tenant_name: tenantName });
  const intro = [say(voice, 'transcriptIntro'), say(voice, 'transcriptNotRead')];
  const stop = say(voice, 'mailStop');
  return {
    kind: 'transcript',
    subject: oneLine(say(voice, 'transcriptSubject', { tenant: tenantName })),
    text: `${intro.join('\n')}\n\n${text}\n${stop}\n${stopLink}\n`,
    html: htmlPage(voice.language, [
      ...intro.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`,
      `<p>${escapeHtml(stop)}<br>${escapeHtml(stopLink)}</p>`,
    ]),
    headers: stopHeaders(stopLink),
    isOverWhenRefused: true,
  };
}
