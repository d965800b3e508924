import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

it('shows and changes the tags of a conversation, and lists by tag', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = platform.as((await addOperator(url, world, 'Ana')).token);
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  socket.close();
  const tag = (...args: string[]) => ana(['conversation', 'tag', id, ...args]);

  expect(await tag()).toMatchObject({ exitCode: 0, stdout: 'It has no tags.\n' });
  expect(await tag('--set', 'Refund, lyon,')).toMatchObject({ stdout: 'Refund\nlyon\n' });
  const changed = await tag('--add', 'VIP', '--add', 'b', '--remove', 'REFUND', '--json');
  expect(jsonOf(changed)).toEqual({ conversation_id: id, tags: ['lyon', 'VIP', 'b'] });
  expect((await ana(['conversation', 'list', '--tag', 'vip'])).stdout).toContain('lyon, VIP, b');
  expect((await ana(['conversation', 'list', '--tag', 'refund'])).stdout).not.toContain(id);
  expect((await ana(['conversation', 'show', id])).stdout).toContain('tags: lyon, VIP, b\n');
  expect((await tag('--set', 'a', '--add', 'b')).exitCode).not.toBe(0);
  expect((await tag('--set', 'x'.repeat(33))).exitCode).not.toBe(0);
  expect(await tag('--set', '')).toMatchObject({ stdout: 'It has no tags.\n' });
});

it('searches for what is known of the visitor, and shows the line that matched', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = platform.as((await addOperator(url, world, 'Ana')).token);
  const metadata = { phone: '+33 (0)6 12 34 56 78' };
  const visitor = await createVisitor(url, world, { mode: 'human', metadata });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  socket.close();
  const search = async (query: string) =>
    ana(['conversation', 'list', '--query', query]).then(({ stdout }) => stdout);
  await expect.poll(() => search('06.12.34.56.78'), { timeout: 5_000 }).toContain(id);
  expect(await search('06.12.34.56.78')).toContain('metadata: phone: +33 (0)6 12 34 56 78');
  expect(await search('hel')).toContain('message: Hello');
  expect(await search('nowhere')).toBe('');
});

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

it('refuses a transfer to someone who is not online, says who is, and makes it with --force', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = await addOperator(url, world, 'Ana');
  await addOperator(url, world, 'Ben');
  await ana.api.post('/console/set/presence', { status: 'online' });
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  socket.close();
  await ana.api.post('/console/claim/conversation', { conversation_id: id });
  const transfer = (...args: string[]) =>
    platform.as(ana.token)(['conversation', 'transfer', id, 'ben', ...args]);
  expect(await transfer()).toEqual({
    exitCode: 4,
    stdout: '',
    stderr: expect.stringMatching(/Ben is not online\. Online: Ana\. Add --force /),
  });
  expect(await transfer('--force')).toMatchObject({
    exitCode: 0,
    stdout: 'Ben has the conversation now.\n',
  });
});

it('takes a message back out of sight', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  const { message_id } = await socket.say('1', 'My card is 4970');
  const id = (await socket.next('status')).conversation.conversation_id;
  const owner = platform.as(world.ownerToken);
  expect(await owner(['conversation', 'remove-message', id, message_id])).toMatchObject({
    exitCode: 0,
    stdout: 'Removed: its words and files are deleted.\n',
  });
  await socket.next('removed');
  expect(
    jsonOf(await owner(['conversation', 'remove-message', id, message_id, '--json'])),
  ).toMatchObject({ message: { message_id, content: '', removed: true } });
  const operator = platform.as((await addOperator(url, world, 'Ben')).token);
  expect((await operator(['conversation', 'remove-message', id, message_id])).exitCode).toBe(4);
  socket.close();
});

it('does one thing with many conversations, and names those that did not change', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = platform.as((await addOperator(url, world, 'Ana')).token);
  const ids: string[] = [];
  for (const text of ['One', 'Two']) {
    const visitor = await createVisitor(url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
    await socket.say('1', text);
    ids.push((await socket.next('status')).conversation.conversation_id);
    socket.close();
  }
  const update = (...args: string[]) => ana(['conversation', 'update', ids.join(), ...args]);
  expect(await update('--add-tag', 'refund')).toMatchObject({
    exitCode: 0,
    stdout: '2 of 2 changed.\n',
  });
  await ana(['conversation', 'update', ids[0]!, '--claim']);
  expect(await update('--resolve')).toEqual({
    exitCode: 4,
    stdout: '1 of 2 changed.\n',
    stderr: expect.stringMatching(`^${ids[1]}: .+\\.\nrelayctl: 1 did not change\\.\n$`),
  });
  expect(await update()).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Give one action'),
  });
});
