import { iso } from '../../platform/clock';
import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../workspaces/principal';
import { matchView } from '../hand-overs/closest';
import { dismissAnswer, dismissBody, unansweredAnswer, unansweredQuery } from './schemas';
import type { QuestionGroup as GroupView } from '../wire';
import type { QuestionGroup, Unanswered } from './service';
import type { BotResponses } from '../wire';

const consoleRoute = consoleRoutesFor<BotResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function unansweredRoutes({ unanswered }: { unanswered: Unanswered }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/unanswered',
      summary: 'Questions that people answered because the bot could not, grouped by similarity',
      query: unansweredQuery,
      answer: unansweredAnswer,
      handle: async ({ principal, query }) => {
        const list = await unanswered.list(principal, query.tenant_id);
        return {
          groups: list.groups.map(groupView),
          confidence_threshold: list.confidenceThreshold,
        };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/dismiss/unanswered',
      summary: 'Leave the questions of these conversations out of the list',
      body: dismissBody,
      bodyLimit: 'body_tenant_bytes',
      answer: dismissAnswer,
      handle: async (call) => ({ dismissed: await unanswered.dismiss(callerOf(call), call.body) }),
    }),
  ];
}

function groupView(group: QuestionGroup): GroupView {
  const { example, lastAt, conversationIds, suggestedAnswer, closest } = group;
  return {
    example,
    count: conversationIds.length,
    last_at: iso(lastAt),
    conversation_ids: conversationIds,
    suggested_answer: suggestedAnswer,
    closest: closest && matchView(closest),
  };
}
