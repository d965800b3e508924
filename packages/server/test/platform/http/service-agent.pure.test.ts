import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/accounts/sign-in/authenticator';
import { createScanner } from '../../../src/attachments/scanning/scanner';
import { createS3Storage } from '../../../src/attachments/storage/s3';
import { createModelCalls } from '../../../src/bots/model/model-calls';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import { readConfig } from '../../../src/config/read-config';
import {
  createServiceAgent,
  NO_PROXIES,
  type Proxies,
} from '../../../src/platform/http/service-agent';
import { startConnectProxy, type ConnectProxy } from '../../support/connect-proxy';
import { createFreeEmbedders } from '../../support/embedders';
import { quietLog } from '../../support/database';

const OPTIONS = { connect: { timeout: 2_000 } };
const SECRET = 'x'.repeat(32);

let service: Server;
let proxy: ConnectProxy;
let proxies: Proxies;
beforeEach(async () => {
  service = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('{"scan":"clean"}'));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  proxy = await startConnectProxy(portOf(service));
  proxies = { https: null, http: proxy.url, exceptions: '.direct.test' };
});
afterEach(() => {
  proxy.close();
  service.close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function statusOf(origin: string, given = proxies): Promise<number | string> {
  const agent = createServiceAgent(origin, given, OPTIONS);
  try {
    const { statusCode, body } = await agent.request({ origin, path: '/', method: 'GET' });
    await body.dump();
    return statusCode;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await agent.destroy();
  }
}

describe('a call to a service that the administrator chose', () => {
  it('goes through the proxy, which looks its name up', async () => {
    expect(await statusOf('http://service.test:8000')).toBe(200);
    expect(proxy.asked).toEqual(['service.test:8000']);
    expect(await statusOf('http://service.test:8000', NO_PROXIES)).toMatch(
      /^(ENOTFOUND|EAI_AGAIN)$/,
    );
  });

  it('goes past the proxy to a host of NO_PROXY', async () => {
    expect(await statusOf('http://a.direct.test')).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
    expect(await statusOf('http://service.test', { ...proxies, exceptions: '*' })).toMatch(/^E/);
    expect(proxy.asked).toEqual([]);
  });

  it.each(['localhost', '127.0.0.1', '127.0.0.2', 'a.localhost'])(
    'never goes through a proxy to %s',
    async (host) => {
      await statusOf(`http://${host}:${portOf(service)}`);
      expect(proxy.asked).toEqual([]);
    },
  );

  it('of the relay to its models, bucket, scanner and authenticator goes through it', async () => {
    const signal = AbortSignal.timeout(5_000);
    const calls = createModelCalls({
      relays: { url: 'http://model.test/v1', apiKey: 'key', model: 'small' },
      proxies,
      guard: createAddressGuard({ isLocal: false, allowCidrs: [] }),
      proxy: null,
      keys: [Buffer.alloc(32)],
      clock: Date.now,
    });
    const model = calls.modelOf({ tenantId: 'a', bot: {} } as never);
    await model?.ask(
      { system: '', user: '', maxTokens: 1 },
      { signal, onText: () => true, isUnwanted: () => false },
    );
    const embedders = createFreeEmbedders({
      relays: { url: 'http://embed.test/v1', apiKey: 'key', model: 'small' },
      proxies,
      guard: createAddressGuard({ isLocal: false, allowCidrs: [] }),
      proxy: null,
      clock: Date.now,
    });
    const embedder = embedders.of({ tenantId: 'a', bot: { kind: 'model' } } as never);
    await embedder?.embed(['text'], { purpose: 'question', signal });
    const bucket = { endpoint: 'http://bucket.test', bucket: 'files', region: 'eu' };
    const storage = createS3Storage(
      bucket,
      { accessKeyId: 'a', secretAccessKey: 'b' },
      { proxies },
    );
    await storage.check();
    const scanner = createScanner({
      url: 'http://scanner.test',
      secret: SECRET,
      clock: Date.now,
      proxies,
    });
    const file = {
      tenantId: 'a',
      uploadId: 'b',
      type: 'text/plain',
      bytes: 1,
      sha256: 'c'.repeat(64),
    };
    expect(await scanner.scan(file, Readable.from([Buffer.from('x')]))).toBe('clean');
    const authenticator = createAuthenticator({
      url: 'http://totp.test',
      tenantId: '11111111-1111-4111-8111-111111111111',
      tenantSecret: SECRET,
      clock: Date.now,
      log: quietLog,
      proxies,
    });
    await expect(authenticator.disable('a')).rejects.toThrow(); // its answer is not signed
    await Promise.all([calls.close(), embedders.close(), storage.close(), scanner.close()]);
    const hosts = new Set(proxy.asked);
    expect([...hosts]).toEqual([
      'model.test:80',
      'embed.test:80',
      'bucket.test:80',
      'scanner.test:80',
      'totp.test:80',
    ]);
  });
});

it('reads the proxies by both of their names', () => {
  const env = { https_proxy: 'http://proxy.test:3128', NO_PROXY: '.corp.test,10.0.0.1:8080,[::1]' };
  expect(readConfig(env).proxies).toEqual({
    https: 'http://proxy.test:3128/',
    http: null,
    exceptions: env.NO_PROXY,
  });
});
