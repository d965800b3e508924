import { LANGUAGES } from '@chat-relay/widget-sdk/languages';
import type { Transcript, VisitorResponses } from '@chat-relay/widget-sdk/rest';
import Joi from 'joi';
import { objectId, time } from '../../platform/http/fields';
import type { Route } from '../../platform/http/route';
import type { RateLimiter } from '../../platform/rate-limits/rate-limit';
import { createTurns } from '../../platform/turns';
import { visitorRoute } from '../../visitors/auth';
import type { VisitorSession } from '../../visitors/session';
import { messageShape } from '../journal/message-shape';
import type { ConversationStore } from '../journal/store';
import { FORMATS, writeTranscript } from './formats';
import type { MailTranscript } from './mail';
import { openTranscript, type OpenTranscript } from './transcript';

export interface TranscriptRoutesDeps {
  store: Pick<ConversationStore, 'ofSession' | 'messages' | 'firstSeqWithin'>;
  rateLimiter: RateLimiter;
  mailTranscript: MailTranscript;
}

interface TranscriptQuery {
  format: 'txt' | 'html' | 'json';
}

const transcriptQuery = Joi.object<TranscriptQuery>({
  format: Joi.valid('txt', 'html', 'json').default('json'),
});

const transcriptAnswer = Joi.object<{ transcript: Transcript }, true>({
  transcript: Joi.object<Transcript, true>({
    tenant_name: Joi.string().required(),
    conversation_id: objectId.allow(null).required(),
    locale: Joi.string()
      .valid(...LANGUAGES)
      .required(),
    timezone: Joi.string().required(),
    started_at: time.allow(null).required(),
    is_whole: Joi.boolean().required(),
    messages: Joi.array().items(messageShape).required(),
  })
    .id('Transcript')
    .required(),
});

const sentAnswer = Joi.object<VisitorResponses['send/transcript'], true>({
  sent_to: Joi.string().required(),
  needs_confirmation: Joi.boolean().required(),
});

/** Limits of mails with transcripts: each transcript is in memory as a whole. */
const MAILS_AT_ONCE = 2;
const MAILS_WAITING = 20;

export function transcriptRoutes(deps: TranscriptRoutesDeps): Route[] {
  const { store, mailTranscript, rateLimiter } = deps;
  const inTurn = createTurns(MAILS_AT_ONCE, MAILS_WAITING);
  /** @throws {AppError} rate_limited */
  const admit = ({ tenantId, sessionId }: VisitorSession): Promise<void> =>
    rateLimiter.consume('transcripts_per_session', `${tenantId}|${sessionId}`);
  return [
    visitorRoute({
      area: 'visitor',
      rateLimit: 'transcripts_per_ip',
      method: 'GET',
      path: '/fetch/transcript',
      summary: 'Your conversation as a file: text, HTML or JSON',
      query: transcriptQuery,
      answer: transcriptAnswer,
      file: {
        types: Object.values(FORMATS).map(({ type }) => type),
        of: (data, { format }) => {
          if (format === 'json') return null;
          const transcript = data.transcript as unknown as OpenTranscript; // see `handle`
          const day = (transcript.started_at ?? 'empty').slice(0, 10);
          return {
            name: `conversation-${day}.${format}`,
            type: FORMATS[format].type,
            texts: writeTranscript(FORMATS[format], transcript),
          };
        },
      },
      handle: async ({ principal: { session, tenant } }) => {
        await admit(session);
        const transcript: unknown = await openTranscript(store, session, tenant);
        return { transcript: transcript as Transcript }; // its messages are read while it is sent
      },
    }),
    visitorRoute({
      area: 'visitor',
      rateLimit: 'transcripts_per_ip',
      method: 'POST',
      path: '/send/transcript',
      summary: 'Your conversation by e-mail, to your own address alone',
      answer: sentAnswer,
      handle: async ({ principal: { session, tenant } }) => {
        await admit(session);
        const sent = await inTurn(() => mailTranscript(session, tenant));
        return { sent_to: sent.sentTo, needs_confirmation: sent.needsConfirmation };
      },
    }),
  ];
}
