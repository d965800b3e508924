import { iso, isoOrNull } from '../../platform/clock';
import type { Route } from '../../platform/http/route';
import { consoleRoutesFor } from '../../workspaces/principal';
import { matchView } from './closest';
import { closestAnswer, closestQuery, previewAnswer, previewQuery } from './schemas';
import type { HandOvers } from './service';
import type { BotResponses } from '../wire';

const consoleRoute = consoleRoutesFor<BotResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip', method: 'GET' } as const;

export function handOverRoutes({ handOvers }: { handOvers: HandOvers }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      path: '/console/fetch/closest-passages',
      summary: 'The passages that come closest to the question that the bot handed over last',
      query: closestQuery,
      answer: closestAnswer,
      handle: async ({ principal, query }) => {
        const found = await handOvers.closest(principal, query.conversation_id);
        return {
          question: found.asked?.question ?? null,
          asked_at: isoOrNull(found.asked?.askedAt ?? null),
          decision: found.decision,
          confidence_threshold: found.confidenceThreshold,
          passages: found.passages.map((passage) => ({
            ...matchView(passage),
            text: passage.text,
          })),
        };
      },
    }),
    consoleRoute({
      ...inConsole,
      path: '/console/fetch/threshold-preview',
      summary: 'Which of the latest questions the bot would answer with another threshold',
      query: previewQuery,
      answer: previewAnswer,
      handle: async ({ principal, query: { tenant_id: tenantId, threshold } }) => {
        const found = await handOvers.preview(principal, tenantId, threshold);
        return {
          threshold,
          confidence_threshold: found.confidenceThreshold,
          questions: found.questions,
          looked_at: found.lookedAt,
          answered_now: found.answeredNow,
          newly_answered: found.newlyAnswered.map((one) => ({
            conversation_id: one.conversationId,
            asked_at: iso(one.askedAt),
            question: one.question,
            answer: one.answer,
            passage: matchView(one.passage),
          })),
        };
      },
    }),
  ];
}
