import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CERTIFICATES, TEST_KEY } from '../../../../server/test/support/certificates';
import { VisitorSocket } from '../../../../server/test/support/visitor-socket';
import { createVisitor, type World } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';
import { configFolder, setUpRelayctl } from '../../support/relayctl';

const platform = setUpPlatform();
const relayctl = setUpRelayctl();

const REFUSAL = `\n \n\u001b[31mdatabase is locked\u202e ${'x'.repeat(500)}\nat handler (index.js:1)`;
/** A control character is a sign, and what turns the text around is gone or one, too. */
const SHOWN = /[␛\ufffd]\[31mdatabase is locked\ufffd? x{100,190}…/;
const refuse: RequestListener = (_request, response) => response.writeHead(500).end(REFUSAL);

async function serve(certificate?: string): Promise<{ url: string; stop(): void }> {
  const server = certificate
    ? createTlsServer({ cert: certificate, key: TEST_KEY }, refuse)
    : createServer(refuse);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return { url: `${certificate ? 'https' : 'http'}://localhost:${port}`, stop };
}

describe('the reason of a receiver', () => {
  it('is shown by callback test and doctor: its words, a closed port, a certificate', async () => {
    const refusing = await serve();
    const world = await platform.createWorld({ callback_url_base: refusing.url });
    const run = platform.as(world.ownerToken);
    const refused = await run(['callback', 'test']);
    expect(refused).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: delivered.\n' });
    expect(refused.stdout).toMatch(/^✗ delivered +answered 500 in \d+ ms, http:/m);
    expect(refused.stdout).toMatch(SHOWN);
    expect(refused.stdout).not.toContain('index.js');
    expect((await run(['doctor'])).stdout).toMatch(/^✗ callbacks +Shop: answered 500 in/m);

    refusing.stop();
    const closed = await run(['callback', 'test']);
    expect(closed.stdout).toMatch(
      /^✗ delivered +no connection in \d+ ms, http\S+: .*ECONNREFUSED/m,
    );

    const selfSigned = await serve(CERTIFICATES.selfSigned);
    await run(['tenant', 'update', 'Shop', '--callback-url', selfSigned.url]);
    const untrusted = await run(['callback', 'test']);
    expect(untrusted.stdout).toMatch(
      /^✗ tls +its certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/m,
    );
    expect(untrusted.stdout).toMatch(/^✗ delivered +TLS failed in \d+ ms/m);
  });

  it('is shown by callback listen, in text and as JSON', async () => {
    const world = await platform.createWorld({
      callback_url_base: 'http://127.0.0.1:65499',
      bot: { kind: 'none' },
    });
    const refusing = await serve();
    const selfSigned = await serve(CERTIFICATES.selfSigned);
    const gone = await serve();
    gone.stop();
    const [text, json, untrusted, closed] = await Promise.all([
      attemptOf(world, refusing.url, [], /^ {2}.*locked/m),
      attemptOf(world, refusing.url, ['--json'], /"type":"attempt"/),
      attemptOf(world, selfSigned.url, [], /^ {2}its certificate/m),
      attemptOf(world, gone.url, [], /does not answer/),
    ]);
    expect(text).toMatch(SHOWN);
    expect(text).not.toMatch(/index\.js|\u001b|\u202e/);
    expect(json).toMatch(/"status":500,"failure":null,"reason":"␛\[31mdatabase is locked x+…"/);
    expect(untrusted).toContain('its certificate is self-signed');
    expect(closed).toMatch(/does not answer: nothing listens there \(.+, port \d+\)\. Retrying/);
  });
});

/** Causes an event while a listener runs, and returns the listener's output up to the pattern. */
async function attemptOf(
  world: World,
  to: string,
  more: readonly string[],
  awaited: RegExp,
): Promise<string> {
  const child = relayctl.start(['callback', 'listen', '--forward-to', to, '--afresh', ...more], {
    RELAY_URL: platform.relay().url,
    RELAY_TOKEN: world.ownerToken,
    XDG_STATE_HOME: configFolder(),
    XDG_CONFIG_HOME: configFolder(),
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (printed += String(chunk)));
  }
  const ended = once(child, 'close');
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(() => expect(printed).toMatch(/go to|"listening"/), 10_000);
  const visitor = await createVisitor(platform.relay().url, world);
  const socket = await VisitorSocket.open(platform.relay().url, visitor.token);
  await socket.say('1', 'Hello');
  socket.close();
  await vi.waitFor(() => expect(printed).toMatch(awaited), 10_000);
  child.kill('SIGINT');
  await ended;
  return printed;
}
