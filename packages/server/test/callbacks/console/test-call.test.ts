import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createReceiver, nodeHandler } from '@chat-relay/receiver-sdk';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRelayProcess, type RelayProcess } from '../../../../lab/bench/torture/relay-process';
import { bundleRelay } from '../../support/bundled-relay';
import { CERTIFICATES, TEST_AUTHORITY, TEST_KEY } from '../../support/certificates';
import { createTestDatabase, type TestDatabaseAddress } from '../../support/database';
import { createWorld, type World } from '../../support/world';

interface Seen {
  dns: { host: string; addresses: string[]; error: string | null };
  tls: {
    protocol: string | null;
    issuer: string | null;
    valid_to: string | null;
    error: string | null;
  } | null;
  delivered: boolean;
  acknowledged: boolean;
  status: number | null;
  outcome: string;
  answer: string;
  clock_skew_ms: number | null;
}

// The relay runs in its own process because Node reads trusted authorities when it starts.
describe('POST console/test/callback, of a relay that trusts an authority of its own,', () => {
  let bundle: Awaited<ReturnType<typeof bundleRelay>>;
  let folder: string;
  let database: TestDatabaseAddress;
  let relay: RelayProcess;
  let world: World;
  const servers: Server[] = [];

  beforeAll(async () => {
    bundle = await bundleRelay();
    folder = mkdtempSync(join(tmpdir(), 'chat-relay-test-call-'));
    writeFileSync(join(folder, 'authority.pem'), TEST_AUTHORITY);
    database = await createTestDatabase();
    relay = await createRelayProcess(bundle.script, {
      ENV: 'local',
      LOG_LEVEL: 'error',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    });
    await relay.start();
    world = await createWorld(relay.url);
  }, 60_000);
  afterAll(async () => {
    await relay.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  const serve = (answer: RequestListener) => listen(createHttpServer(answer));
  const serveTls = (cert: string) => listen(createHttpsServer({ key: TEST_KEY, cert }, honest));
  const honest: RequestListener = (req, res) => {
    const receiver = createReceiver({ secrets: [world.tenantSecret] });
    nodeHandler(receiver)(req, res);
  };

  async function test(address: string): Promise<Seen> {
    const { tenantId, owner } = world;
    const body = { tenant_id: tenantId, callback_url_base: address };
    expect((await owner.post('/console/update/tenant', body)).status).toBe(200);
    const tested = await owner.post<{ test: Seen }>('/console/test/callback', {
      tenant_id: tenantId,
    });
    return tested.data.test;
  }

  it('reports the protocol, issuer and end of a valid certificate', async () => {
    const port = await serveTls(CERTIFICATES.valid);
    const seen = await test(`https://localhost:${port}`);
    // `Date` headers have whole seconds, and the server may cache one for a moment.
    expect(Math.abs(seen.clock_skew_ms ?? NaN)).toBeLessThan(1_000);
    expect(seen).toMatchObject({
      dns: { host: 'localhost', addresses: expect.arrayContaining(['127.0.0.1']), error: null },
      tls: {
        protocol: 'TLSv1.3',
        issuer: 'Chat Relay Tests',
        valid_to: expect.stringMatching(/^2126-/),
        error: null,
      },
      delivered: true,
      acknowledged: true,
      status: 200,
    });
  });

  it.each([
    ['self-signed', CERTIFICATES.selfSigned, 'localhost', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['out of date', CERTIFICATES.expired, 'localhost', 'CERT_HAS_EXPIRED'],
    ["another name's", CERTIFICATES.valid, '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('reports a certificate that is %s', async (_, cert, host, error) => {
    const port = await serveTls(cert);
    const seen = await test(`https://${host}:${port}`);
    expect(seen).toMatchObject({
      dns: { host, error: null },
      tls: { error },
      delivered: false,
      acknowledged: false,
      status: null,
      outcome: 'tls',
      clock_skew_ms: null,
    });
    expect(seen.answer).toMatch(/certificate/);
  });

  it('reports that the receiver has no TLS', async () => {
    const port = await serve(honest);
    expect(await test(`https://localhost:${port}`)).toMatchObject({
      tls: { protocol: null, error: expect.stringMatching(/^E/) },
      delivered: false,
      outcome: 'tls',
    });
  });

  it('reports a name that leads nowhere', async () => {
    expect(await test('https://nowhere.invalid')).toMatchObject({
      dns: { host: 'nowhere.invalid', addresses: [], error: expect.stringMatching(/^E/) },
      tls: null,
      delivered: false,
      status: null,
      outcome: 'dns',
    });
  });

  it.each([
    ['behind', -412_000],
    ['ahead', 412_000],
  ])("reports a receiver's clock that is %s", async (_, skewMs) => {
    const port = await serve((_req, res) => {
      res.setHeader('date', new Date(Date.now() + skewMs).toUTCString());
      res.writeHead(401).end('{"received":false,"error":{"code":"timestamp_stale"}}');
    });
    const seen = await test(`http://localhost:${port}`);
    expect(seen).toMatchObject({ tls: null, delivered: false, status: 401, outcome: 'status_401' });
    expect(seen.answer).toContain('timestamp_stale');
    expect(Math.abs((seen.clock_skew_ms ?? 0) - skewMs)).toBeLessThanOrEqual(2000);
  });

  it('reports whether the answer to a test call is an acknowledgement', async () => {
    const page = await serve((_req, res) => res.end('<!doctype html><title>Shop</title>'));
    const seen = await test(`http://localhost:${page}`);
    expect(seen).toMatchObject({ delivered: true, acknowledged: false, status: 200 });
    const receiver = await serve(honest);
    expect(await test(`http://localhost:${receiver}`)).toMatchObject({ acknowledged: true });
  });

  it('reports a receiver with another secret', async () => {
    const receiver = createReceiver({ secrets: ['ts_another'], onError: () => undefined });
    const port = await serve(nodeHandler(receiver));
    const seen = await test(`http://localhost:${port}`);
    expect(seen).toMatchObject({ delivered: false, status: 401 });
    expect(seen.answer).toContain('signature_mismatch');
  });
});
