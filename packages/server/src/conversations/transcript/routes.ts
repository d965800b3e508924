import Joi from 'joi';
import { objectId, time } from '../../platform/http/fields';
import type { Route } from '../../platform/http/route';
import { createTurns } from '../../platform/turns';
import { visitorRoute } from '../../visitors/auth';
import { messageShape } from '../journal/message-shape';
import type { ConversationStore } from '../journal/store';
import { transcriptHtml, transcriptText } from './formats';
import type { MailTranscript } from './mail';
import { readTranscript, type Transcript } from './transcript';

export interface TranscriptRoutesDeps {
  store: Pick<ConversationStore, 'ofSession' | 'messages'>;
  mailTranscript: MailTranscript;
}

interface TranscriptQuery {
  format: 'txt' | 'html' | 'json';
}

const transcriptQuery = Joi.object<TranscriptQuery>({
  format: Joi.valid('txt', 'html', 'json').default('json'),
});

const transcriptAnswer = Joi.object({
  transcript: Joi.object({
    tenant_name: Joi.string().required(),
    conversation_id: objectId.allow(null).required(),
    locale: Joi.valid('fr', 'en').required(),
    timezone: Joi.string().required(),
    started_at: time.allow(null).required(),
    is_whole: Joi.boolean().required(),
    messages: Joi.array().items(messageShape).required(),
  }).required(),
});

const FORMATS = {
  txt: { type: 'text/plain', write: transcriptText },
  html: { type: 'text/html', write: transcriptHtml },
};

/** A long one is megabytes: a node makes few at a time. */
const AT_ONCE = 2;

export function transcriptRoutes({ store, mailTranscript }: TranscriptRoutesDeps): Route[] {
  const inTurn = createTurns(AT_ONCE);
  return [
    visitorRoute<Record<string, never>, TranscriptQuery>({
      area: 'visitor',
      rateLimit: 'visitor_per_ip',
      method: 'GET',
      path: '/fetch/transcript',
      summary: 'Your conversation as a file: text, HTML or JSON',
      query: transcriptQuery,
      answer: transcriptAnswer,
      file: {
        types: [FORMATS.txt.type, FORMATS.html.type],
        of: (data, query) => {
          const { format } = query as TranscriptQuery;
          if (format === 'json') return null;
          const { transcript } = data as { transcript: Transcript };
          const { type, write } = FORMATS[format];
          const day = (transcript.started_at ?? 'empty').slice(0, 10);
          return { name: `conversation-${day}.${format}`, type, text: write(transcript) };
        },
      },
      handle: async ({ principal: { session, tenant } }) => ({
        transcript: await inTurn(() => readTranscript(store, session, tenant)),
      }),
    }),
    visitorRoute({
      area: 'visitor',
      rateLimit: 'visitor_per_ip',
      method: 'POST',
      path: '/send/transcript',
      summary: 'Your conversation by e-mail, to your own address alone',
      answer: Joi.object({
        sent_to: Joi.string().required(),
        needs_confirmation: Joi.boolean().required(),
      }),
      handle: async ({ principal: { session, tenant } }) => {
        const sent = await inTurn(() => mailTranscript(session, tenant));
        return { sent_to: sent.sentTo, needs_confirmation: sent.needsConfirmation };
      },
    }),
  ];
}
