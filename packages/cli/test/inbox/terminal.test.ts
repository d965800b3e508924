import { expect, it, onTestFinished } from 'vitest';
import { buildRow } from '../../../desk/test/support/desk-fixtures';
import { configFolder, setUpRelayctl } from '../support/relayctl';
import { startScriptedRelay, TOKEN } from '../support/scripted-relay';

const relayctl = setUpRelayctl();

async function openInbox(env: NodeJS.ProcessEnv = {}) {
  const relay = await startScriptedRelay();
  relay.add(buildRow({ conversation_id: 'a' }));
  const terminal = relayctl.startInTerminal('inbox', {
    XDG_CONFIG_HOME: configFolder(),
    RELAY_URL: relay.url,
    RELAY_TOKEN: TOKEN,
    ...env,
  });
  await expect.poll(terminal.output, { timeout: 10_000 }).toContain('WAITING');
  await expect.poll(terminal.output, { timeout: 10_000 }).toContain('live');
  const presences = () => relay.requests('POST set/presence').map(({ body }) => body['status']);
  return { relay, presences, ...terminal };
}

const RESTORED = '\u001b[?25h\u001b[?1049l';

it('gives the terminal back and reports away on Ctrl-C', async () => {
  const { ended, presences, output, type } = await openInbox();
  await expect.poll(presences).toEqual(['online']);
  type('\u0003');
  expect(await ended).toBe(0);
  expect(output()).toContain(RESTORED);
  expect(presences()).toEqual(['online', 'away']);
});

it('reports offline on q', async () => {
  const { ended, presences, type } = await openInbox();
  type('q');
  expect(await ended).toBe(0);
  expect(presences()).toEqual(['online', 'offline']);
});

it('ends the inbox without waiting for a relay that hangs', async () => {
  const { relay, ended, presences, output, type } = await openInbox();
  await expect.poll(presences).toEqual(['online']);
  relay.script('POST set/presence', { hangs: true });
  type('\u0003');
  expect(await ended).toBe(0);
  expect(output()).toContain('was not reached');
}, 10_000);

it('gives the terminal back and ends with 3 when the login ends', async () => {
  const { relay, ended, output } = await openInbox();
  relay.invalidateToken();
  relay.feed.cut();
  expect(await ended).toBe(3);
  expect(output().split(RESTORED)[1]).toContain('Run relayctl login');
  expect(output()).not.toContain(TOKEN);
});

it('draws the inbox without colours with NO_COLOR', async () => {
  const colour = /\u001b\[3\dm/;
  const coloured = await openInbox();
  expect(coloured.output()).toMatch(colour);
  const plain = await openInbox({ NO_COLOR: '1' });
  expect(plain.output()).not.toMatch(colour);
});

it('refuses to draw the inbox where there is no terminal', async () => {
  const relay = await startScriptedRelay();
  const env = { XDG_CONFIG_HOME: configFolder(), RELAY_URL: relay.url, RELAY_TOKEN: TOKEN };
  expect(await relayctl.run(['inbox'], { env })).toMatchObject({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringContaining('--json'),
  });
});

it('prints the queue line by line with --json, again after a gap, and no presence', async () => {
  const relay = await startScriptedRelay();
  relay.add(buildRow({ conversation_id: 'a' }));
  const child = relayctl.start(['inbox', '--json'], {
    XDG_CONFIG_HOME: configFolder(),
    RELAY_URL: relay.url,
    RELAY_TOKEN: TOKEN,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const lines = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map(
        (line) => JSON.parse(line) as { type: string; conversation?: { conversation_id: string } },
      );
  const ids = () => lines().flatMap(({ conversation }) => conversation?.conversation_id ?? []);
  await expect.poll(ids, { timeout: 10_000 }).toEqual(['a']);
  relay.add(buildRow({ conversation_id: 'b' }));
  await expect.poll(ids, { timeout: 10_000 }).toEqual(['a', 'b']);
  relay.feed.cut();
  await expect.poll(ids, { timeout: 10_000 }).toEqual(['a', 'b', 'a', 'b']);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(relay.requests('POST set/presence')).toEqual([]);
});
