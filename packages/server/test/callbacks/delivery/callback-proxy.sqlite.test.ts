import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReceiver, nodeHandler } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRelayProcess, type RelayProcess } from '../../../../lab/bench/torture/relay-process';
import { bundleRelay } from '../../support/bundled-relay';
import { CERTIFICATES, TEST_AUTHORITY, TEST_KEY } from '../../support/certificates';
import { startConnectProxy, type ConnectProxy } from '../../support/connect-proxy';
import { createTestDatabase, type TestDatabaseAddress } from '../../support/database';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

interface Attempt {
  outcome: string;
  answer: string;
}

// A process of its own, because whom Node trusts is settled when it starts.
describe('a relay behind a proxy for callbacks', () => {
  let folder: string;
  let database: TestDatabaseAddress;
  let receiver: Server;
  let proxy: ConnectProxy;
  let other: ConnectProxy;
  let relay: RelayProcess;
  let world: World;
  let events: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chat-relay-callback-proxy-'));
    writeFileSync(join(folder, 'trusted.pem'), `${CERTIFICATES.shop}${TEST_AUTHORITY}`);
    receiver = createServer({ key: TEST_KEY, cert: CERTIFICATES.shop }, (req, res) => {
      const sdk = createReceiver({ secrets: [world.tenantSecret] });
      nodeHandler(sdk.on('message-received', ({ event }) => void events.push(event)))(req, res);
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    proxy = await startConnectProxy(port, {
      credentials: 'relay:p@ss/word#1',
      tls: { key: TEST_KEY, cert: CERTIFICATES.valid },
    });
    other = await startConnectProxy(port);
    database = await createTestDatabase();
    relay = await createRelayProcess((await bundleRelay()).script, {
      ENV: 'local',
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'),
      CALLBACK_PROXY: proxy.url,
      HTTPS_PROXY: other.url,
      HTTP_PROXY: other.url,
    });
    await relay.start();
    world = await createWorld(relay.url);
  }, 60_000);
  afterAll(async () => {
    await relay.stop();
    proxy.close();
    other.close();
    receiver.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    events = [];
    proxy.asked.length = 0;
    proxy.answerWith(200);
  });

  const setAddress = async (callback_url_base: string) => {
    const body = { tenant_id: world.tenantId, callback_url_base };
    expect((await world.owner.post('/console/update/tenant', body)).status).toBe(200);
  };
  const test = async (address: string) => {
    await setAddress(address);
    const { tenantId: tenant_id } = world;
    const { data } = await world.owner.post<{ test: unknown }>('/console/test/callback', {
      tenant_id,
    });
    return data.test;
  };

  it('delivers an event through the proxy, to a name that it can not resolve itself', async () => {
    await setAddress('https://shop.test/hooks');
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    await expect.poll(() => events, { timeout: 8_000 }).toEqual(['message-received']);
    socket.close();
    expect(new Set(proxy.asked)).toEqual(new Set(['shop.test:443']));
    expect(other.asked).toEqual([]);
  });

  it("reports the receiver's own certificate in a test call, and whether it fits the name", async () => {
    expect(await test('https://shop.test')).toMatchObject({
      dns: { host: 'shop.test', addresses: [], error: null },
      tls: { protocol: 'TLSv1.3', error: null },
      delivered: true,
      acknowledged: true,
    });
    expect(await test('https://other.test:8443')).toMatchObject({
      tls: { error: 'ERR_TLS_CERT_ALTNAME_INVALID' },
      delivered: false,
      outcome: 'tls',
    });
    expect(proxy.asked.at(-1)).toBe('other.test:8443');
  });

  it('calls this machine directly', async () => {
    const { port } = receiver.address() as AddressInfo;
    for (const host of ['localhost', '127.0.0.1']) {
      expect(await test(`https://${host}:${port}`)).toMatchObject({ outcome: 'tls' });
    }
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    [407, 'proxy_down', 'The proxy answered 407'],
    [502, 'proxy_refused', 'The proxy answered 502'],
  ])('shows an answer %i of the proxy with the attempt', async (status, outcome, answer) => {
    await setAddress('https://refused.test');
    proxy.answerWith(status);
    const visitor = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Hello');
    const conversation = (await socket.next('status')).conversation?.conversation_id ?? '';
    socket.close();
    await vi.waitFor(async () => {
      const { data } = await world.owner.get<{ callbacks: { event_id: string }[] }>(
        `/console/fetch/callbacks?tenant_id=${world.tenantId}&conversation_id=${conversation}&order=asc`,
      );
      const { data: one } = await world.owner.get<{ callback: { attempts: Attempt[] } }>(
        `/console/fetch/callback?event_id=${data.callbacks[0]?.event_id}`,
      );
      expect(one.callback.attempts).toMatchObject([{ outcome, answer }]);
    }, 8_000);
  });
});
