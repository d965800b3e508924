import { iso } from '../../platform/clock';
import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoute } from '../../workspaces/principal';
import { matchView } from '../hand-overs/closest';
import {
  dismissAnswer,
  dismissBody,
  unansweredAnswer,
  unansweredQuery,
  type DismissBody,
  type UnansweredQuery,
} from './schemas';
import type { QuestionGroup, Unanswered } from './service';

const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function unansweredRoutes({ unanswered }: { unanswered: Unanswered }): Route[] {
  return [
    consoleRoute<Record<string, never>, UnansweredQuery>({
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
    consoleRoute<DismissBody>({
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

function groupView(group: QuestionGroup) {
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
