import type { Part } from '../platform/part';
import type { BotRunner } from './bot-runner';
import { createBotTest } from './bot-test';
import { botRoutes } from './routes';

export function botsPart({
  bots,
  ...deps
}: Parameters<typeof createBotTest>[0] & { bots: Pick<BotRunner, 'start' | 'stop'> }): Part {
  return {
    routes: botRoutes({ testBot: createBotTest(deps) }),
    tasks: [{ name: 'bots', start: bots.start, stop: bots.stop }],
  };
}
