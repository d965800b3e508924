import type { Route } from '../../../platform/http/route';
import { callerOf, consoleRoutesFor } from '../../../workspaces/principal';
import { blockAnswer, blockBody, blocksAnswer, blocksQuery, unblockBody } from './schemas';
import type { BlockList } from './service';
import { blockView } from './view';
import type { BlockResponses } from '../../../visitors/blocks/wire';

const consoleRoute = consoleRoutesFor<BlockResponses>();
const inConsole = { area: 'console', rateLimit: 'console_per_ip' } as const;

export function blockRoutes({ blockList }: { blockList: BlockList }): Route[] {
  return [
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/block/visitor',
      summary:
        "Keep a conversation's visitor out of the chat: the user, the network, or the session",
      body: blockBody,
      answer: blockAnswer,
      status: 201,
      handle: async (call) => ({
        block: blockView(await blockList.block(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'POST',
      path: '/console/unblock/visitor',
      summary: 'Lift a block',
      body: unblockBody,
      answer: blockAnswer,
      handle: async (call) => ({
        block: blockView(await blockList.unblock(callerOf(call), call.body)),
      }),
    }),
    consoleRoute({
      ...inConsole,
      method: 'GET',
      path: '/console/fetch/blocks',
      summary: 'Who is blocked, the newest first',
      query: blocksQuery,
      answer: blocksAnswer,
      handle: async ({ principal, query }) => {
        const { rows, nextCursor } = await blockList.list(principal, query);
        return { blocks: rows.map(blockView), next_cursor: nextCursor };
      },
    }),
  ];
}
