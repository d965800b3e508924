import { iso } from '../../platform/clock';
import type { Route } from '../../platform/http/route';
import { callerOf, consoleRoute } from '../../workspaces/principal';
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
        const groups = await unanswered.list(principal, query.tenant_id);
        return { groups: groups.map(groupView) };
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

function groupView({ example, lastAt, conversationIds, suggestedAnswer }: QuestionGroup) {
  return {
    example,
    count: conversationIds.length,
    last_at: iso(lastAt),
    conversation_ids: conversationIds,
    suggested_answer: suggestedAnswer,
  };
}
