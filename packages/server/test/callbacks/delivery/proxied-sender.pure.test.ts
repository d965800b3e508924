import type dns from 'node:dns';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createModelCalls } from '../../../src/bots/model/model-calls';
import { createTestCall } from '../../../src/callbacks/console/test-call';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import {
  createCallbackProxy,
  type CallbackProxy,
} from '../../../src/callbacks/delivery/callback-proxy';
import { createSender } from '../../../src/callbacks/delivery/sender';
import { systemClock } from '../../../src/platform/clock';
import { newId } from '../../../src/platform/ids';
import { startConnectProxy } from '../../support/connect-proxy';
import { createFreeEmbedders } from '../../support/embedders';
import { quietLog } from '../../support/database';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function proxyTo(port: number) {
  const server = await startConnectProxy(port);
  const proxy = proxyAt(server.url);
  cleanups.push(server.close);
  return { ...server, proxy };
}

function proxyAt(url: string): CallbackProxy {
  const proxy = createCallbackProxy(url, { log: quietLog });
  cleanups.push(proxy.close);
  return proxy;
}

// The cast picks the only overload of `dns.lookup` that the guard calls.
const leadingTo = (address: string | null) =>
  ((_host: string, _options: object, done: (error: unknown, found: object[]) => void) =>
    address === null
      ? done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), [])
      : done(null, [{ address, family: 4 }])) as unknown as typeof dns.lookup;

/** Posts to a host name that resolves to `address`, or to nothing if it is null. */
function senderOf(
  proxy: CallbackProxy,
  address: string | null = null,
  options: { resolve?: typeof dns.lookup; connectTimeoutMs?: number } = {},
) {
  const { resolve = leadingTo(address), ...times } = options;
  const guard = createAddressGuard({ allowCidrs: [], isLocal: true, resolve });
  const sender = createSender({ guard, proxy, ...times });
  cleanups.push(sender.close);
  const post = (url = 'http://shop.test/hook') =>
    sender.post({ url, headers: {}, body: Buffer.from('{}') });
  return { guard, sender, post };
}

const HURRIED = { connectTimeoutMs: 300 };

describe('a callback through a proxy', () => {
  it('keeps the connection for the next one', async () => {
    const { proxy, asked } = await proxyTo(await listen(http.createServer((_, res) => res.end())));
    const { post } = senderOf(proxy, '93.184.215.14');
    for (let i = 0; i < 20; i += 1) expect(await post()).toMatchObject({ status: 200 });
    // undici opens a second connection if a request comes before the first is quite free again.
    expect(asked.length).toBeLessThanOrEqual(2);
    expect(new Set(asked)).toEqual(new Set(['shop.test:80']));
  });

  it('is not sent again when the receiver cuts a new connection', async () => {
    const cutting = http.createServer((request) => request.socket.destroy());
    const { proxy } = await proxyTo(await listen(cutting));
    const attempt = await senderOf(proxy).post();
    expect(attempt).toMatchObject({ kind: 'failed', reason: 'reset' });
    expect(attempt).not.toHaveProperty('isStaleConnection');
  });

  it('reads a limited number of bytes outside a body', async () => {
    const endless = net.createServer((socket) => {
      const more = () => {
        while (socket.write('\r\n'.repeat(16_384)));
      };
      socket.on('drain', more).on('error', () => undefined);
      socket.once('data', more);
    });
    const { proxy } = await proxyTo(await listen(endless));
    expect(await senderOf(proxy).post()).toMatchObject({ kind: 'failed', reason: 'protocol' });
  });

  it.each(['10.0.0.5', '169.254.169.254'])(
    'never asks the proxy for a name that leads to %s, or for the address',
    async (address) => {
      const { proxy, asked } = await proxyTo(1);
      const { post } = senderOf(proxy, address);
      const refused = { kind: 'failed', reason: 'forbidden_address' };
      expect(await post()).toMatchObject(refused);
      expect(await post(`http://${address}/hook`)).toMatchObject(refused);
      expect(asked).toEqual([]);
    },
  );

  it('does not ask the proxy for a name that leads to this machine', async () => {
    const port = await listen(http.createServer((_, res) => res.end()));
    const { proxy, asked } = await proxyTo(port);
    const { post } = senderOf(proxy, '127.0.0.1');
    expect(await post(`http://shop.test:${port}`)).toMatchObject({ status: 200 });
    expect(asked).toEqual([]);
  });

  it('waits a limited time for a name server', async () => {
    const { proxy } = await proxyTo(await listen(http.createServer((_, res) => res.end())));
    const silent = (() => undefined) as unknown as typeof dns.lookup;
    expect(
      await senderOf(proxy, null, { resolve: silent, connectTimeoutMs: 1_500 }).post(),
    ).toMatchObject({ status: 200 });
  });

  it('waits a limited time for TLS with the receiver', async () => {
    const { proxy } = await proxyTo(await listen(net.createServer(() => undefined)));
    expect(await senderOf(proxy, null, HURRIED).post('https://shop.test')).toMatchObject({
      reason: 'connect',
      message: 'no TLS with the receiver in time',
    });
  });

  it('waits a limited time for a proxy that is silent, and says what is wrong with it', async () => {
    const silent = await proxyTo(1);
    silent.answerWith(0);
    expect(await senderOf(silent.proxy, null, HURRIED).post()).toMatchObject({
      reason: 'proxy_down',
      message: 'The proxy is unreachable: no answer in time',
    });
    expect(await senderOf(proxyAt('http://127.0.0.1:1')).post()).toMatchObject({
      reason: 'proxy_down',
      message: 'The proxy is unreachable: ECONNREFUSED',
    });
  });

  it('tests a name that is unknown to the proxy like one that leads into the private network', async () => {
    const { proxy, answerWith } = await proxyTo(1);
    answerWith(503);
    const testOf = (address: string | null) => {
      const { guard, sender } = senderOf(proxy, address);
      const targetOf = async () => ({ callbackUrlBase: 'https://intranet.test', status: 'active' });
      const activeSecret = async () => 'ts_secret';
      return createTestCall({ guard, proxy, sender, targetOf, activeSecret, clock: systemClock })(
        newId(),
      );
    };
    const [unknown, refused] = await Promise.all([testOf(null), testOf('10.0.0.5')]);
    expect(unknown).toEqual(refused);
    expect(unknown).toMatchObject({ dns: { error: 'ENOTFOUND' }, outcome: 'dns' });
  });
});

it("asks a tenant's own model through the proxy for callbacks, and for no other", async () => {
  const stub = http.createServer((_, res) => res.writeHead(500).end());
  const { proxy, asked } = await proxyTo(await listen(stub));
  const other = await startConnectProxy(1);
  cleanups.push(other.close);
  const options = {
    relays: null,
    proxies: { http: other.url, https: other.url, exceptions: '' },
    guard: senderOf(proxy).guard,
    proxy,
    clock: Date.now,
  };
  const calls = createModelCalls({ ...options, keys: [Buffer.alloc(32)] });
  cleanups.push(calls.close);
  const model = calls.modelOf({
    tenantId: newId(),
    bot: { model: { url: 'http://model.test/v1', model: 'small', sealedKey: null } },
  } as never);
  const asking = { signal: AbortSignal.timeout(2_000), onText: () => true };
  const question = { system: '', user: '', maxTokens: 1 };
  expect(await model?.ask(question, { ...asking, isUnwanted: () => false })).toMatchObject({
    why: 'refused',
  });
  const embedders = createFreeEmbedders(options);
  cleanups.push(embedders.close);
  const embedder = embedders.of({
    tenantId: newId(),
    bot: { embeddings: { url: 'http://embed.test/v1', model: 'small', sealedKey: null } },
  } as never);
  const { signal } = asking;
  expect(await embedder?.embed(['text'], { purpose: 'question', signal })).toMatchObject({
    why: 'refused',
  });
  expect(asked).toEqual(['model.test:80', 'embed.test:80']);
  expect(other.asked).toEqual([]);
});
