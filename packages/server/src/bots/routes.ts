import type { Route } from '../platform/http/route';
import { consoleRoutesFor } from '../workspaces/principal';
import type { TestBot } from './bot-test';
import { testBotAnswer, testBotBody } from './schemas';
import type { BotResponses } from './wire';

const consoleRoute = consoleRoutesFor<BotResponses>();

export function botRoutes({ testBot }: { testBot: TestBot }): Route[] {
  return [
    consoleRoute({
      area: 'console',
      rateLimit: 'console_per_ip',
      method: 'POST',
      path: '/console/test/bot',
      summary: 'Ask the built-in bot, also with settings that are not saved; nothing is stored',
      body: testBotBody,
      bodyLimit: 'body_tenant_bytes',
      answer: testBotAnswer,
      handle: ({ principal, body }) => testBot(principal.accountId, body),
    }),
  ];
}
