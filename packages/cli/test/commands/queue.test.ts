import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor, type World } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

/** @returns the conversation that a visitor of the world's tenant opens */
async function visit(world: World): Promise<string> {
  const { url } = platform.relay();
  const { token } = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const { conversation } = await socket.next('status');
  socket.close();
  return conversation.conversation_id;
}

it('counts what waits, is taken and is with the bot, for each tenant', async () => {
  const { world } = await platform.setUpWorld();
  const { api, token } = await addOperator(platform.relay().url, world, 'Oscar');
  const mine = await visit(world);
  await visit(world);
  await visit(world);
  await api.post('/console/claim/conversation', { conversation_id: mine });
  const queue = platform.as(token);
  const { exitCode, stdout } = await queue(['queue']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^TENANT +WAITING +LONGEST WAIT +TAKEN +YOURS +WITH BOT\n/);
  expect(stdout).toMatch(/\nShop +2 +0:\d\d +1 +1 +0\n/);
  expect(stdout).toMatch(/\nOperators: \d online, \d absent, \d away\.\n$/);
  expect(jsonOf(await queue(['queue', '--json']))).toMatchObject({
    tenants: [{ tenant_id: world.tenantId, waiting: 2, assigned: 1, mine: 1, bot: 0 }],
  });
});
