import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

it('blocks a visitor, lists who is blocked, and lifts a block', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = platform.as((await addOperator(url, world, 'Ana')).token);
  const owner = platform.as(world.ownerToken);
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  const command = ['block', 'add', id, '--kind', 'session', '--reason', 'Insults'];

  expect((await ana(command.slice(0, -2))).exitCode).toBe(2);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const made = await ana([...command, '--until', until]);
  expect(made).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(
      new RegExp(`^Blocked until ${until}: [0-9a-f-]{36}\n$`),
    ) as string,
  });
  expect(await socket.closed).toEqual({ code: 4403, reason: 'visitor_blocked' });
  expect((await ana(command)).exitCode).toBe(4);

  const listed = await ana(['block', 'list']);
  expect(listed.stdout).toMatch(/SINCE +KIND +WHO +UNTIL +BY +REASON +ID/);
  expect(listed.stdout).toContain('Insults');
  const { blocks } = jsonOf(await ana(['block', 'list', '--json'])) as {
    blocks: { block_id: string }[];
  };
  const blockId = blocks[0]?.block_id ?? '';
  expect(made.stdout).toContain(blockId);
  expect((await ana(['block', 'remove', blockId])).exitCode).toBe(4);
  expect(await owner(['block', 'remove', blockId])).toMatchObject({
    exitCode: 0,
    stdout: 'Lifted the block.\n',
  });
  expect(jsonOf(await owner(['block', 'list', '--json']))).toMatchObject({ blocks: [] });
});
