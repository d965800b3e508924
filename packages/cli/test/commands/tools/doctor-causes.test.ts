import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CERTIFICATES, TEST_AUTHORITY } from '../../../../server/test/support/certificates';
import { mountDisk, fillDisk } from '../../../../server/test/support/full-disk';
import { startRelay } from '../../../../server/test/support/relay';
import { addSystemAdmin } from '../../../../server/test/support/system-admin';
import { register, uniqueEmail } from '../../../../server/test/support/world';
import { setUpPlatform } from '../../support/platform';
import { configFolder } from '../../support/relayctl';
import { LIKE_CADDY, startReverseProxy } from '../../support/reverse-proxy';

const platform = setUpPlatform();

const lineOf = ({ stdout }: { stdout: string }, name: string): string | undefined =>
  stdout.split('\n').find((line) => line.slice(2).startsWith(`${name} `));

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const doctor = (url: string, env: NodeJS.ProcessEnv = {}) =>
  platform.run(['doctor'], { RELAY_URL: url, ...env });

describe('doctor where nothing answers', () => {
  it('names the address and the port that refuse', async () => {
    const server = createTcpServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const outcome = await doctor(`http://localhost:${port}`, { RELAY_TOKEN: 'any' });
    expect(outcome).toMatchObject({
      exitCode: 5,
      stderr: 'relayctl: Failed checks: reachable.\n',
    });
    expect(lineOf(outcome, 'reachable')).toMatch(
      new RegExp(
        `^✗ reachable +Nothing listens at http://localhost:${port} \\(.*127\\.0\\.0\\.1, port ${port}\\): start`,
      ),
    );
    expect(lineOf(outcome, 'login')).toMatch(/^– /);
    expect(lineOf(outcome, 'the relay')).toContain('not checked');
  });

  it('says that a name is unknown', async () => {
    const outcome = await doctor(`https://${'a'.repeat(64)}.example`);
    expect(outcome.exitCode).toBe(5);
    expect(lineOf(outcome, 'reachable')).toMatch(/no such host; check the name/);
  });

  it('says that the port does not speak TLS, or is one for TLS', async () => {
    const plain = await serve((_request, response) => response.end());
    const outcome = await doctor(plain.replace('http:', 'https:'));
    expect(lineOf(outcome, 'reachable')).toMatch(/does not speak TLS there; use http:\/\//);
    const tls = await startReverseProxy(platform.relay().url, { certificate: CERTIFICATES.valid });
    const reversed = await doctor(tls.replace('https:', 'http:'));
    expect(reversed.exitCode).toBe(5);
    expect(lineOf(reversed, 'reachable')).toMatch(/closed without an answer.*use https:\/\//);
  });
});

describe('doctor behind TLS', () => {
  it.each([
    ['selfSigned', /self-signed.*NODE_EXTRA_CA_CERTS/],
    ['valid', /does not (trust|know).*NODE_EXTRA_CA_CERTS/],
    ['otherName', /(self-signed|for another name)/],
  ] as const)('names what is wrong with a certificate: %s', async (name, expected) => {
    const url = await startReverseProxy(platform.relay().url, { certificate: CERTIFICATES[name] });
    const outcome = await doctor(url, { RELAY_TOKEN: 'secret-token' });
    expect(outcome).toMatchObject({ exitCode: 5, stderr: 'relayctl: Failed checks: tls.\n' });
    expect(lineOf(outcome, 'tls')).toMatch(expected);
    for (const checked of ['reachable', 'clock', 'versions', 'database']) {
      expect(lineOf(outcome, checked)).toMatch(/^✓ /);
    }
    expect(lineOf(outcome, 'login')).toMatch(/^– .*not reached safely/);
  });

  it('knows an expired certificate, and one for another name, of a trusted authority', async () => {
    const authority = join(configFolder(), 'ca.pem');
    const trusting = { NODE_EXTRA_CA_CERTS: authority };
    writeFileSync(authority, TEST_AUTHORITY + CERTIFICATES.otherName);
    const relay = platform.relay().url;
    const expired = await startReverseProxy(relay, { certificate: CERTIFICATES.expired });
    expect(lineOf(await doctor(expired, trusting), 'tls')).toMatch(/has expired; renew it/);
    const other = await startReverseProxy(relay, { certificate: CERTIFICATES.otherName });
    expect(lineOf(await doctor(other, trusting), 'tls')).toMatch(
      /for another name, db\.example\.com; use a name/,
    );
    const valid = await startReverseProxy(relay, { certificate: CERTIFICATES.valid });
    const well = await doctor(valid, trusting);
    expect(well).toMatchObject({ exitCode: 0, stderr: '' });
    expect(lineOf(well, 'tls')).toMatch(/^✓ tls +certificate by Chat Relay Tests, until 2126-/);
  });
});

describe('doctor behind a proxy', () => {
  /** A relay whose log-in is a super-admin's. */
  const startAsAdmin = async (env: Record<string, string>) => {
    const relay = await startRelay({ env });
    onTestFinished(() => relay.stop());
    await addSystemAdmin(relay);
    const email = uniqueEmail();
    const { token } = await register(relay.url, email, 'Root', { organization_name: 'Root' });
    const promoted = await platform.run(['admin', 'promote', email], {
      RELAY_URL: relay.url,
      RELAY_ADMIN_KEY: relay.adminKey,
    });
    expect(promoted.exitCode).toBe(0);
    return { url: relay.url, env: { RELAY_TOKEN: token } };
  };

  it('finds no fault in a proxy that hides /healthz and /readyz', async () => {
    const url = await startReverseProxy(platform.relay().url, LIKE_CADDY);
    const { ownerToken } = await platform.createWorld();
    const outcome = await doctor(url, { RELAY_TOKEN: ownerToken });
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(lineOf(outcome, 'services')).toMatch(/^– .*a proxy hides \/readyz; a super-admin/);
    expect(lineOf(outcome, 'login')).toMatch(/^✓ /);
  });

  it('makes every other check where single paths and a route fail', async () => {
    const breaks = ['/readyz', '/metrics', '/openapi.json', '/api/v1/console/test/callback'];
    const { ownerToken } = await platform.createWorld({
      callback_url_base: 'http://127.0.0.1:65499',
    });
    const url = await startReverseProxy(platform.relay().url, { breaks });
    const outcome = await doctor(url, { RELAY_TOKEN: ownerToken });
    expect(outcome).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: callbacks.\n' });
    expect(lineOf(outcome, 'reachable')).toMatch(/^✓ /);
    expect(lineOf(outcome, 'services')).toMatch(/^– /);
    expect(lineOf(outcome, 'callbacks')).toMatch(/^✗ callbacks +Shop: .*closed without an answer/);
  });

  it('reads the services and the disks as a super-admin where /readyz is hidden', async () => {
    const { url, env } = await startAsAdmin({ TRUSTED_PROXIES: '127.0.0.1/32' });
    const proxy = await startReverseProxy(url, LIKE_CADDY);
    const outcome = await doctor(proxy, env);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(lineOf(outcome, 'database')).toMatch(/^✓ /);
    expect(outcome.stdout).toMatch(/^✓ disk +\w+: [\d.]+ [GM]iB of/m);
    expect(lineOf(outcome, 'addresses')).toBe(
      '✓ addresses   the relay sees 198.51.100.7, behind 127.0.0.1',
    );
  });

  it('says when all visitors share an address, and when they can claim one', async () => {
    const untrusting = await startAsAdmin({});
    const proxy = await startReverseProxy(untrusting.url, LIKE_CADDY);
    const shared = await doctor(proxy, untrusting.env);
    expect(shared).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: addresses.\n' });
    expect(lineOf(shared, 'addresses')).toMatch(
      /every visitor counts as 127\.0\.0\.1.*TRUSTED_PROXIES=127\.0\.0\.1\/32/,
    );

    const trusting = await startAsAdmin({ TRUSTED_PROXIES: '127.0.0.1/32' });
    const passing = await startReverseProxy(trusting.url, {
      forwardedFor: (given) => given ?? '198.51.100.7',
    });
    expect(lineOf(await doctor(passing, trusting.env), 'addresses')).toMatch(
      /can claim any address/,
    );
    const chained = await startReverseProxy(trusting.url, {
      forwardedFor: () => '198.51.100.7, 203.0.113.9',
    });
    expect(lineOf(await doctor(chained, trusting.env), 'addresses')).toMatch(
      /every visitor counts as 203\.0\.113\.9.*add 203\.0\.113\.9\/32/,
    );
    const silent = await startReverseProxy(trusting.url, { certificate: CERTIFICATES.valid });
    const authority = join(configFolder(), 'ca.pem');
    writeFileSync(authority, TEST_AUTHORITY);
    const trustingEnv = { ...trusting.env, NODE_EXTRA_CA_CERTS: authority };
    expect(lineOf(await doctor(silent, trustingEnv), 'addresses')).toMatch(
      /every visitor counts as 127\.0\.0\.1: the proxy there sends no X-Forwarded-For/,
    );
    expect(lineOf(await doctor(trusting.url, trusting.env), 'addresses')).toMatch(
      /^– .*is in TRUSTED_PROXIES and calls the relay itself/,
    );
  });

  it('warns of a disk that is nearly full', async () => {
    const disk = mountDisk('2m');
    onTestFinished(() => disk.unmount());
    const { url, env } = await startAsAdmin({
      ATTACHMENTS_URL: `file:${disk.folder}`,
      UPLOADS_MIN_FREE_BYTES: '0',
    });
    fillDisk(join(disk.folder, 'filler'), 150_000);
    const outcome = await doctor(url, env);
    expect(outcome).toMatchObject({ exitCode: 1, stderr: 'relayctl: Failed checks: disk.\n' });
    expect(outcome.stdout).toMatch(
      /^✗ disk +attachments: 0\.1 MiB of 2\.0 MiB free \(\d %\): make/m,
    );
  });

  it('tells a page and a gateway that answer in the relay’s place', async () => {
    const page = await serve((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<html><title>It \u001b[31mworks!</title>');
    });
    const outcome = await doctor(page);
    expect(outcome.exitCode).toBe(5);
    expect(lineOf(outcome, 'reachable')).toMatch(/answered 200 with a web page “It .\[31mworks!”/);
    expect(outcome.stdout).not.toContain('\u001b');
    expect(lineOf(outcome, 'clock')).toMatch(/^✓ /);

    const gone = await startReverseProxy('http://127.0.0.1:9', LIKE_CADDY);
    expect(lineOf(await doctor(gone), 'reachable')).toMatch(
      /a proxy \(Caddy\) answers 502 in the relay's place: the relay behind it is down/,
    );
    const moved = await serve((_request, response) =>
      response.writeHead(301, { location: 'https://relay.example/' }).end(),
    );
    expect(lineOf(await doctor(moved), 'reachable')).toMatch(
      /redirects to https:\/\/relay\.example/,
    );
  });
});
