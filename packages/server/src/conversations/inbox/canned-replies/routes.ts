import type { Route } from '../../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../../workspaces/principal';
import {
  cannedRepliesAnswer,
  cannedRepliesQuery,
  cannedReplyAnswer,
  cannedReplyIdBody,
  createCannedReplyBody,
  updateCannedReplyBody,
} from './schemas';
import type { CannedReplies } from './service';
import { cannedReplyView } from './view';
import type { CannedReplyResponses } from './wire';

const consoleRoute = consoleRoutesFor<CannedReplyResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function cannedReplyRoutes({ cannedReplies }: { cannedReplies: CannedReplies }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/create/canned-reply',
      summary: 'Create a canned reply for the operators of a workspace',
      body: createCannedReplyBody,
      answer: cannedReplyAnswer,
      status: 201,
      idempotent: { secrets: [] },
      handle: async (call) => ({
        canned_reply: cannedReplyView(await cannedReplies.create(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/canned-replies',
      summary: "A workspace's canned replies, by shortcut",
      query: cannedRepliesQuery,
      answer: cannedRepliesAnswer,
      handle: async ({ query, principal }) => {
        const { rows, nextCursor } = await cannedReplies.list(
          principal.accountId,
          query.workspace_id,
          query,
        );
        return { canned_replies: rows.map(cannedReplyView), next_cursor: nextCursor };
      },
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/update/canned-reply',
      summary: 'Change a canned reply; with locale null it is for every language',
      body: updateCannedReplyBody,
      answer: cannedReplyAnswer,
      handle: async (call) => ({
        canned_reply: cannedReplyView(await cannedReplies.update(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/remove/canned-reply',
      summary: 'Remove a canned reply',
      body: cannedReplyIdBody,
      answer: cannedReplyAnswer,
      handle: async (call) => ({
        canned_reply: cannedReplyView(
          await cannedReplies.remove(callerOf(call), call.body.canned_reply_id),
        ),
      }),
    }),
  ];
}
