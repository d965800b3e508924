import type { Route } from '../platform/http/route';
import { consoleRoute } from '../workspaces/principal';
import type { BotTest } from './bot-test';
import { testBotAnswer, testBotBody, type TestBotBody } from './schemas';

export function botRoutes({ testBot }: { testBot: BotTest }): Route[] {
  return [
    consoleRoute<TestBotBody>({
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
