import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { CERTIFICATES, TEST_KEY } from '../../../server/test/support/certificates';
import { startConnectProxy } from '../../../server/test/support/connect-proxy';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { createVisitor } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { configFolder, setUpRelayctl } from '../support/relayctl';

const platform = setUpPlatform();
const relayctl = setUpRelayctl();
let folder: string;
/** TLS in front of the relay, for `shop.test`. */
let front: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'relayctl-proxy-'));
  writeFileSync(join(folder, 'shop.pem'), CERTIFICATES.shop);
  front = createServer({ key: TEST_KEY, cert: CERTIFICATES.shop }, (client) => {
    const relay = connect(Number(new URL(platform.relay().url).port), '127.0.0.1');
    client.pipe(relay).pipe(client);
    for (const [one, other] of [
      [client, relay],
      [relay, client],
    ] as const) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  front.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(['http', 'https'])(
  'follows the inbox of a relay that only the proxy reaches by %s',
  async (scheme) => {
    const { world } = await platform.setUpWorld();
    const { url } = platform.relay();
    const port =
      scheme === 'http' ? Number(new URL(url).port) : (front.address() as AddressInfo).port;
    const proxy = await startConnectProxy(port, { credentials: 'desk:p@ss word' });
    onTestFinished(proxy.close);
    const inbox = relayctl.start(['inbox', '--json', '--url', `${scheme}://shop.test`], {
      RELAY_TOKEN: world.ownerToken,
      XDG_CONFIG_HOME: configFolder(),
      [`${scheme.toUpperCase()}_PROXY`]: proxy.url,
      NODE_EXTRA_CA_CERTS: join(folder, 'shop.pem'),
    });
    onTestFinished(() => void inbox.kill('SIGKILL'));
    let printed = '';
    for (const stream of [inbox.stdout, inbox.stderr]) {
      stream.on('data', (text) => (printed += String(text)));
    }
    await expect.poll(() => printed, { timeout: 10_000 }).toContain('"status":"live"');
    const visitor = await createVisitor(url, world);
    const socket = await VisitorSocket.open(url, visitor.token);
    await socket.say('m1', 'Hello');
    socket.close();
    await expect.poll(() => printed, { timeout: 10_000 }).toContain(visitor.sessionId);
    expect(new Set(proxy.asked)).toEqual(new Set([`shop.test:${scheme === 'http' ? 80 : 443}`]));
    proxy.cut();
    const live = () => printed.split('"status":"live"').length - 1;
    await expect.poll(live, { timeout: 10_000 }).toBe(2);
    const ended = new Promise((resolve) => inbox.once('close', resolve));
    inbox.kill('SIGINT');
    expect(await ended).toBe(0);
  },
);
