import { expect, it } from 'vitest';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

it('shows what happened in a tenant or a workspace, as a table, as JSON and as CSV', async () => {
  const { world, run } = await platform.setUpWorld();
  const { token } = await createVisitor(platform.relay().url, world);
  const socket = await VisitorSocket.open(platform.relay().url, token);
  await socket.say('m-1', 'Hello');
  await socket.next('status', ({ conversation }) => conversation?.status === 'WAITING');
  socket.close();

  const shown = await run(['reports', '--tenant', 'Shop']);
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
  const [heading = '', day = '', all = '', ...rest] = shown.stdout.trimEnd().split('\n');
  expect(rest).toEqual([]);
  expect(heading).toMatch(/^DAY \(UTC\) +NEW +VISITORS +BOT/);
  expect(day).toMatch(/^\d{4}-\d{2}-\d{2} +1 +1 +\d +0 +1 +0 +0 +/);
  expect(all).toMatch(/^all +1 +1 +\d +0 +1 +0 +0 +/);

  const hours = ['reports', '--workspace', world.workspaceId, '--bucket', 'hour', '--since', '2h'];
  expect(jsonOf(await run([...hours, '--json']))).toMatchObject({
    bucket: 'hour',
    totals: { conversations: 1, visitor_messages: 1, escalations: { low_confidence: 1 } },
  });
  const csv = await run([...hours, '--csv']);
  expect(csv.exitCode).toBe(0);
  expect(csv.stdout).toMatch(/^at,conversations,visitor_messages.*\n(\d{4}-.*\n){3}$/);
});

it('takes dates of the tenant’s time zone', async () => {
  const { run } = await platform.setUpWorld();
  const args = ['reports', '--since', '2026-03-01', '--until', '2026-03-02', '--json'];
  expect(jsonOf(await run(args))).toMatchObject({
    since: '2026-03-01T00:00:00.000Z',
    until: '2026-03-02T00:00:00.000Z',
  });
});

it('says what a report can’t be', async () => {
  const { run } = await platform.setUpWorld();
  expect(await run(['reports', '--since', '2020-01-01', '--until', '2026-01-01'])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('choose a later since'),
  });
  expect(await run(['reports', '--json', '--csv'])).toMatchObject({ exitCode: 2 });
  expect(await run(['reports', '--tenant', 'Shop', '--workspace', 'x'])).toMatchObject({
    exitCode: 2,
  });
});
