import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

it('adds, lists and removes notes about a conversation', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = platform.as((await addOperator(url, world, 'Ana')).token);
  const ben = platform.as((await addOperator(url, world, 'Ben')).token);
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  socket.close();

  expect(await ben(['note', 'list', id])).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: 'No notes.\n',
  });
  const added = jsonOf(await ana(['note', 'add', id, 'Call her back.', '--json'])) as {
    note: { note_id: string };
  };
  const { note_id: noteId } = added.note;
  expect((await ben(['note', 'list', id])).stdout).toMatch(
    /^WRITTEN +BY +NOTE +ID\n\S+ +Ana +Call her back\. +[\da-f-]{36}\n$/,
  );
  expect(await ben(['note', 'remove', id, noteId])).toMatchObject({ exitCode: 4, stdout: '' });
  expect(await ana(['note', 'remove', id, noteId])).toMatchObject({
    exitCode: 0,
    stdout: `Removed note ${noteId}.\n`,
  });
  expect((await ana(['note', 'remove', id, noteId])).exitCode).toBe(4);
});
