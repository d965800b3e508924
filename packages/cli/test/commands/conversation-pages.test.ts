import { expect, it, vi } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { addOperator, createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';

const platform = setUpPlatform();

it('lists conversations, and shows the pages that a visitor was on', async () => {
  const { world } = await platform.setUpWorld();
  const { url } = platform.relay();
  const ana = platform.as((await addOperator(url, world, 'Ana')).token);
  const visitor = await createVisitor(url, world, { mode: 'human' });
  const socket = await VisitorSocket.open(url, visitor.token, { origin: world.origin });
  await socket.say('1', 'Hello');
  const id = (await socket.next('status')).conversation.conversation_id;
  socket.send({ type: 'page', url: `${world.origin}/socks?secret=1`, title: 'Socks' });

  const listed = await ana(['conversation', 'list', '--status', 'waiting']);
  expect(listed.stdout).toMatch(/^LATEST +STATUS .*\n\S+ +WAITING +Hello +[\da-f]{24}\n$/);
  expect(await ana(['conversation', 'list', '--status', 'resolved'])).toMatchObject({
    stdout: '',
    stderr: 'No conversations.\n',
  });
  await vi.waitFor(
    async () => {
      const { stdout } = await ana(['conversation', 'show', id]);
      expect(stdout).toContain(`conversation: ${id}\nstatus: WAITING\n`);
      expect(stdout).toMatch(/SINCE +PAGE +TITLE\n\S+ +https:\/\/\S+\/socks +Socks\n$/);
    },
    { timeout: 5_000, interval: 200 },
  );
  socket.close();
});
