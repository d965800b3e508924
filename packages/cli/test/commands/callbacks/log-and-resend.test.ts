import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBotBackend, type BotBackend } from '../../../../server/test/support/bot-backend';
import { VisitorSocket } from '../../../../server/test/support/visitor-socket';
import { createVisitor, type World } from '../../../../server/test/support/world';
import { setUpPlatform, UNKNOWN_ID } from '../../support/platform';
import type { Outcome } from '../../support/relayctl';

const platform = setUpPlatform();

interface Callback {
  event_id: string;
}

describe('callbacks', () => {
  let backend: BotBackend;
  let world: World;
  let status: number;
  let run: (args: readonly string[]) => Promise<Outcome>;

  beforeEach(async () => {
    status = 200;
    backend = await startBotBackend(() => (status === 200 ? { received: true } : status));
    world = await platform.createWorld({
      callback_url_base: backend.url,
      bot: { kind: 'none' },
    });
    run = platform.as(world.ownerToken);
  });
  afterEach(() => backend.close());

  /**
   * Lets a visitor write, which causes three callbacks. Returns the first and the last once all three are in `state`.
   */
  const write = async (state: string): Promise<{ first: Callback; last: Callback }> => {
    const visitor = await createVisitor(platform.relay().url, world);
    const socket = await VisitorSocket.open(platform.relay().url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    socket.close();
    return vi.waitFor(async () => {
      const { data } = await world.owner.get<{ callbacks: Callback[] }>(
        `/console/fetch/callbacks?tenant_id=${world.tenantId}&state=${state}`,
      );
      const [last, , first] = data.callbacks;
      if (!first || !last) throw new Error('not yet');
      return { first, last };
    }, 8000);
  };

  it('lists callbacks, the newest first, and filters them by event, state and time', async () => {
    const { first, last } = await write('delivered');
    const log = ['callback', 'log', '--tenant', 'Shop'];
    const all = await run(log);
    expect(all).toMatchObject({ exitCode: 0, stderr: '' });
    expect(all.stdout).toMatch(/^WHEN \(UTC\) +EVENT +SEQ +STATE +TRIES +OUTCOME +ID\n/);
    const line = (event: string, callback: Callback) =>
      new RegExp(`${event} +\\d +delivered +1 +status_200 +${callback.event_id}\n`);
    expect(all.stdout).toMatch(line('conversation-started', first));
    expect(all.stdout.indexOf(last.event_id)).toBeLessThan(all.stdout.indexOf(first.event_id));

    const narrowed = await run([...log, '--event', 'message-received', '--since', '1h', '--json']);
    const { callbacks } = JSON.parse(narrowed.stdout) as { callbacks: Callback[] };
    expect(callbacks.map(({ event_id }) => event_id)).toEqual([last.event_id]);
    for (const none of [
      ['--state', 'pending'],
      ['--state', 'deferred'],
      ['--state', 'aside'], // the relay's word
      ['--until', '1h'],
      ['--conversation', '0123456789abcdef01234567'],
    ]) {
      expect(await run([...log, ...none])).toMatchObject({ stdout: '', stderr: 'No callbacks.\n' });
    }
  });

  it('shows a callback with its body and its attempts', async () => {
    const { first } = await write('delivered');
    const { exitCode, stdout } = await run(['callback', 'show', first.event_id]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^conversation-started\n +id +/);
    expect(stdout).toContain('"schema_version": "1"');
    expect(stdout).toMatch(/status_200 +\d+ ms +-?\d+ ms +\{"received":true\}\n$/);
    expect(await run(['callback', 'show', UNKNOWN_ID])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('Callback not found'),
    });
  });

  it('sends a callback again, or a copy of it with --force', async () => {
    const { first } = await write('delivered');
    const sent = backend.received.length;
    const again = await run(['callback', 'resend', first.event_id]);
    expect(again).toMatchObject({ exitCode: 0, stderr: '' });
    expect(again.stdout).toContain(`callback show ${first.event_id}`);
    await vi.waitFor(() => expect(backend.received).toHaveLength(sent + 1), 5000);
    expect(backend.received.at(-1)).toEqual(backend.received[0]);

    const forced = await run(['callback', 'resend', first.event_id, '--force', '--json']);
    expect(JSON.parse(forced.stdout)).toMatchObject({ callback: { replay_of: first.event_id } });
    await vi.waitFor(() => expect(backend.received).toHaveLength(sent + 2), 5000);
    expect(backend.received.at(-1)).toMatchObject({ replay_of: first.event_id });
  });

  it('counts the callbacks of a replay first, then sends them again', async () => {
    await write('delivered');
    const sent = backend.received.length;
    const replay = ['callback', 'replay', '--tenant', 'Shop', '--since', '1h'];
    expect((await run([...replay, '--dry-run'])).stdout).toBe('3 would be sent again.\n');
    expect(backend.received).toHaveLength(sent);
    expect((await run([...replay, '--state', 'dead', '--dry-run', '--json'])).stdout).toBe(
      `${JSON.stringify({ matched: 0, replayed: 0 }, null, 2)}\n`,
    );
    expect((await run(replay)).stdout).toBe('3 of 3 will be sent again.\n');
    await vi.waitFor(() => expect(backend.received).toHaveLength(sent + 3), 8000);
  });

  it('lists callbacks that the relay gave up as dead letters', async () => {
    status = 410;
    const { first } = await write('dead');
    const letters = await run(['callback', 'dead-letters', '--tenant', world.tenantId]);
    expect(letters.exitCode).toBe(0);
    expect(letters.stdout).toMatch(new RegExp(`dead +1 +status_410 +${first.event_id}`));
  });

  it('continues a tenant’s callbacks after a resume', async () => {
    status = 503;
    const visitor = await createVisitor(platform.relay().url, world);
    const socket = await VisitorSocket.open(platform.relay().url, visitor.token);
    await socket.say('m1', 'Hello?');
    await vi.waitFor(() => expect(backend.received.length).toBeGreaterThan(0), 5000);
    socket.close();
    status = 200;
    const resumed = await run(['callback', 'resume', '--tenant', 'Shop']);
    expect(resumed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(resumed.stdout).toMatch(/^Callbacks of Shop continue: \d+ waiting\.\n$/);
    await vi.waitFor(
      () => expect(backend.received.map(({ event }) => event)).toContain('message-received'),
      5000,
    );
  });

  it('sends a test event to the tenant’s backend, and names the checks that fail', async () => {
    const test = ['callback', 'test', '--tenant', 'Shop'];
    const well = await run(test);
    expect(well).toMatchObject({ exitCode: 0, stderr: '' });
    expect(well.stdout).toMatch(/^✓ dns [^]+✓ delivered +answered 200 in \d+ ms[^]+✓ answer/m);
    expect(backend.received.at(-1)).toMatchObject({ event: 'test', tenant_id: world.tenantId });

    status = 401;
    const ill = await run([...test, '--json']);
    expect(ill).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: delivered.\n' });
    expect(JSON.parse(ill.stdout)).toMatchObject({ test: { delivered: false, status: 401 } });

    await run(['tenant', 'update', 'Shop', '--callback-url', 'none']);
    expect(await run(test)).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining(`tenant update ${world.tenantId} --callback-url`),
    });
  });

  it('refuses callback commands with wrong options, and for tenants of others', async () => {
    const replay = ['callback', 'replay', '--tenant', 'Shop'];
    for (const args of [
      ['callback', 'log', '--state', 'lost'],
      ['callback', 'log', '--conversation', 'xyz'],
      ['callback', 'log', '--since', '1h', '--until', '2h'],
      ['callback', 'show', 'nope'],
      ['callback', 'resend', 'nope'],
      [...replay, '--since', '1h', '--until', '2h'],
      replay,
      [...replay, '--since', 'yesterday'],
      [...replay, '--since', '1h', '--event', 'test'],
    ]) {
      expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' });
    }
    const stranger = await platform.createWorld({ tenant_name: 'Other' });
    const theirs = await platform.as(stranger.ownerToken)(['callback', 'log']);
    expect(theirs).toMatchObject({ exitCode: 0, stderr: 'No callbacks.\n' });
    const asStranger = platform.as(stranger.ownerToken);
    const log = ['callback', 'log', '--tenant', world.tenantId];
    expect(await asStranger(log)).toMatchObject({ exitCode: 4, stdout: '' });
    await asStranger(['tenant', 'create', 'Second', '--origin', 'https://second.example']);
    expect(await asStranger(['callback', 'log'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringMatching(/Give --tenant\. Yours: .*Second/),
    });
  });
});
