import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRelay } from '../../../../server/test/support/relay';
import { VisitorSocket } from '../../../../server/test/support/visitor-socket';
import { createVisitor } from '../../../../server/test/support/world';
import { FIGURES } from '../../../src/top/figures';
import { setUpPlatform } from '../../support/platform';
import { configFolder, jsonOf, setUpRelayctl } from '../../support/relayctl';

const platform = setUpPlatform();
const relayctl = setUpRelayctl();

const env = () => ({ XDG_CONFIG_HOME: configFolder() });
/** Runs `relayctl top` against the relay, without a login. */
const top = (...args: string[]) =>
  relayctl.run(['top', ...args], { env: { ...env(), RELAY_URL: platform.relay().url } });

/** Serves metrics of 4,242 visitors and of a growing number of messages. */
async function startMetrics(port = 0): Promise<{ url: string; port: number; server: Server }> {
  let messages = 0;
  const server = createServer((_request, response) => {
    messages += 500;
    response.end(
      `relay_sockets_open{kind="visitor"} 4242\nrelay_messages_committed_total ${messages}\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${own}/metrics`, port: own, server };
}

async function goneUrl(): Promise<string> {
  const { url, server } = await startMetrics();
  await new Promise((resolve) => server.close(resolve));
  return url;
}

describe('top, in a pipe', () => {
  it('prints one table without a login', async () => {
    const world = await platform.createWorld();
    const { token } = await createVisitor(platform.relay().url, world);
    const socket = await VisitorSocket.open(platform.relay().url, token);
    const { exitCode, stdout, stderr } = await top();
    socket.close();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/^Visitors connected +1$/m);
    expect(stdout).toMatch(/^Messages \/s +\d/m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('prints the figures of several nodes as JSON, and says which is unreachable', async () => {
    const { url } = await startMetrics();
    const gone = await goneUrl();
    const outcome = await top('--json', '--metrics', url, '--metrics', gone);
    expect(outcome.exitCode).toBe(0);
    const { nodes } = jsonOf(outcome) as { nodes: Record<string, unknown>[] };
    expect(nodes).toMatchObject([
      { url, failure: null, visitor_sockets: 4242, callbacks_queued: null },
      { url: gone, failure: 'nothing listens there', visitor_sockets: null },
    ]);
    expect(nodes[0]?.['messages_per_s']).toBeGreaterThan(100);
  });

  it('ends with 5 where nothing listens, and with 2 where the address is none', async () => {
    const gone = await top('--metrics', await goneUrl());
    expect(gone).toMatchObject({ exitCode: 5, stdout: '' });
    expect(gone.stderr).toContain('nothing listens there');
    const none = await top('--metrics', 'relay.example');
    expect(none).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--metrics must') });
  });

  it('ends with 5 where a proxy hides the metrics, and where something else answers', async () => {
    const { url } = platform.relay();
    const hidden = await top('--metrics', `${url}/none`);
    expect(hidden).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('answers 404') });
    const other = await top('--metrics', `${url}/healthz`);
    expect(other).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('not the metrics'),
    });
  });
});

describe('top, on a terminal', () => {
  it.each([
    ['q', 'q'],
    ['Ctrl-C', '\u0003'],
  ])('gives the terminal back on %s', async (_name, key) => {
    const { url } = await startMetrics();
    const terminal = relayctl.startInTerminal(`top --every 1 --metrics ${url}`, env());
    await expect.poll(terminal.output, { timeout: 10_000 }).toContain('4,242');
    terminal.type(key);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain('\u001b[?25h\u001b[?1049l');
  });

  it('says since when a node is unreachable, and shows its figures again when it is back', async () => {
    const { url, port, server } = await startMetrics();
    const terminal = relayctl.startInTerminal(`top --every 1 --metrics ${url}`, env());
    await expect.poll(terminal.output, { timeout: 10_000 }).toContain('4,242');
    server.closeAllConnections();
    server.close();
    await expect
      .poll(terminal.output, { timeout: 10_000 })
      .toMatch(/unreachable since \d\d:\d\d:\d\d: nothing listens there/);
    const shown = terminal.output().length;
    await startMetrics(port);
    await expect.poll(() => terminal.output().slice(shown), { timeout: 10_000 }).toContain('4,242');
    terminal.type('q');
    expect(await terminal.ended).toBe(0);
  });
});

it('reads only metrics that a relay reports', async () => {
  const relay = await startRelay();
  onTestFinished(() => relay.stop());
  const text = await (await fetch(`${relay.url}/metrics`)).text();
  const reported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const asked = FIGURES.flat().map(({ metric }) => metric.replace(/_count$/, ''));
  expect(asked.filter((name) => !reported.has(name))).toEqual([]);
});
