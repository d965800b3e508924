import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

it('marks a conversation unread, snoozes it, and puts it back', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const operator = await addOperator(url, world, 'Ana');
  const ana = platform.as(operator.token);
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  socket.close();

  expect(jsonOf(await ana(['conversation', 'unread', id, '--json']))).toMatchObject({
    conversation: { marked_unread_by: [operator.operatorId] },
  });
  const until = new Date(Date.now() + 86_400_000).toISOString();
  expect(await ana(['conversation', 'snooze', id, until])).toMatchObject({
    exitCode: 0,
    stdout: `Snoozed until ${until}, or the visitor's next message.\n`,
  });
  expect(await ana(['conversation', 'snooze', id, 'none'])).toMatchObject({
    exitCode: 0,
    stdout: 'It is in the lists again.\n',
  });
  expect((await ana(['conversation', 'snooze', id, '2020-01-01T00:00:00Z'])).exitCode).toBe(4);
});
