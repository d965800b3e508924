import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyFreePort } from '../../../../scripts/lib/ports.mjs';
import { bundleRelay } from '../support/bundled-relay';
import { CERTIFICATES, TEST_AUTHORITY, TEST_KEY } from '../support/certificates';
import { startTestMariaDb, type TestMariaDb } from '../support/mariadb-server';
import { TEST_MASTER_KEY } from '../support/master-key';
import { startProcess } from '../support/relay-start';

// Each of them starts a process.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let script: string;
let folder: string;
/** The servers' certificate names `localhost`, and a private authority issued it. */
let files: Record<'authority' | 'otherName' | 'server' | 'key', string>;
beforeAll(async () => {
  ({ script } = await bundleRelay());
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-tls-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  files = {
    authority: write('authority.pem', TEST_AUTHORITY),
    otherName: write('other-name.pem', CERTIFICATES.otherName),
    server: write('server.pem', CERTIFICATES.valid),
    key: write('key.pem', TEST_KEY),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const startRelay = (env: Record<string, string>) =>
  startProcess(script, { PORT: '0', DATA_DIR: folder, MASTER_KEY: TEST_MASTER_KEY, ...env });

describe('a database that is reached by TLS alone', () => {
  let server: TestMariaDb;
  beforeAll(async () => {
    server = await startTestMariaDb([`--ssl-cert=${files.server}`, `--ssl-key=${files.key}`]);
    await server.root.query('SET GLOBAL require_secure_transport = ON');
  });
  afterAll(() => server?.stop());

  const start = (query: string, ca?: string) =>
    startRelay({
      DATABASE_URL: `${server.url.replace('127.0.0.1', 'localhost')}${query}`,
      ...(ca !== undefined && { DATABASE_CA: ca }),
    });

  it('serves on a database whose certificate the authority of DATABASE_CA issued', async () => {
    const relay = start('?tls=verify', files.authority);
    expect(await relay.listensOrEnds).toBe('listens');
    expect(await relay.terminate()).toMatchObject({ code: 0 });
  });

  it.each([
    ['of an unknown authority', 'valid', undefined, 'name its authority in DATABASE_CA'],
    ['of another authority', 'valid', 'otherName', 'name its authority in DATABASE_CA'],
    ['for another name', 'otherName', 'otherName', "does not match certificate's altnames"],
    ['that has expired', 'expired', 'authority', 'certificate has expired'],
  ] as const)('refuses a certificate %s', async (_, served, trusted, reason) => {
    writeFileSync(files.server, CERTIFICATES[served]);
    await server.root.query('FLUSH SSL');
    const relay = start('?tls=verify', trusted && files[trusted]);
    const end = await relay.listensOrEnds;
    await relay.kill();
    expect(end).toMatchObject({ code: 78, text: expect.stringContaining(reason) });
  });

  it('does not connect without TLS', async () => {
    const relay = start('?tls=off');
    const end = await relay.listensOrEnds;
    await relay.kill();
    expect(end).toMatchObject({ code: 78, text: expect.stringContaining('or it requires TLS') });
  });
});

describe('a database without TLS', () => {
  it('refuses to send a password to it with tls=verify', async () => {
    const server = await startTestMariaDb(['--skip-ssl']);
    const relay = startRelay({
      DATABASE_URL: `${server.url.replace('127.0.0.1', 'localhost')}?tls=verify`,
    });
    const end = await relay.listensOrEnds;
    await relay.kill();
    await server.stop();
    expect(end).toMatchObject({ code: 78, text: expect.stringContaining('offers no TLS') });
  });
});

describe('a Redis that is reached by TLS alone', () => {
  let redis: ChildProcess;
  let port: number;
  beforeAll(async () => {
    writeFileSync(files.server, CERTIFICATES.valid);
    port = await anyFreePort();
    const tls = [
      '--tls-port',
      `${port}`,
      '--tls-cert-file',
      files.server,
      '--tls-key-file',
      files.key,
    ];
    const plain = ['--port', '0', '--bind', '127.0.0.1', '--save', '', '--tls-auth-clients', 'no'];
    redis = spawn('redis-server', [...tls, ...plain], { stdio: 'ignore' });
  });
  afterAll(() => void redis.kill('SIGKILL'));

  it('is used if NODE_EXTRA_CA_CERTS names its authority, and no relay trusts it otherwise', async () => {
    const env = { REDIS_URL: `rediss://localhost:${port}`, LOG_LEVEL: 'warn' };
    const healthWith = async (more: Record<string, string>): Promise<unknown> => {
      const own = await anyFreePort();
      const data = mkdtempSync(join(folder, 'data-'));
      const relay = startRelay({ ...env, ...more, PORT: `${own}`, DATA_DIR: data });
      const health = await vi.waitFor(
        async () => {
          const answer = await fetch(`http://127.0.0.1:${own}/readyz`);
          const { redis: state } = (await answer.json()) as { redis: string };
          if (state === 'away' && !relay.text().includes('REDIS_URL')) throw new Error('too early');
          return state;
        },
        { timeout: 30_000, interval: 100 },
      );
      const { text } = await relay.terminate();
      return [health, /REDIS_URL: .*/.exec(text)?.[0]];
    };
    expect(await healthWith({})).toEqual([
      'away',
      expect.stringContaining('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    ]);
    await expect
      .poll(() => healthWith({ NODE_EXTRA_CA_CERTS: files.authority }))
      .toEqual(['ok', undefined]);
  });
});
