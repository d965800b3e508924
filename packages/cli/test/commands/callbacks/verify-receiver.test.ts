import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReceiver, expressHandler, type ReceiverOptions } from '@chat-relay/receiver-sdk';
import { signatureOf, sha256Hex } from '@chat-relay/receiver-sdk/signature';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { VECTORS } from '../../../src/receiver/vector';
import { setUpRelayctl, type Outcome } from '../../support/relayctl';

const relayctl = setUpRelayctl();
const SECRET = 'ts_q7Hh3v0nB1yJ2m4x6Zt8Lw5cRkPaSdFgUeIoYiT0rXs';
const OLD_SECRET = 'ts_the-one-before';
const TENANT = '0190aaaa-7a5b-7c3d-8e9f-0a1b2c3d4e5f';

async function serve(listener: (...call: Parameters<RequestListener>) => unknown): Promise<string> {
  const server = createServer((req, res) => void listener(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void (server.closeAllConnections(), server.close()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sound(options: Partial<ReceiverOptions> = {}) {
  return createReceiver({
    secrets: [SECRET, OLD_SECRET],
    onError: () => {},
    ...options,
  } as ReceiverOptions);
}

function verify(
  url: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const secrets = { TENANT_SECRET: SECRET, OLD_TENANT_SECRET: OLD_SECRET };
  return relayctl.run(['callback', 'verify-receiver', url, '--tenant', TENANT, ...args], {
    env: { RELAY_URL: 'http://relay.invalid', ...secrets, ...env },
  });
}

async function failuresOf(url: string): Promise<string[]> {
  const { exitCode, stdout, stderr } = await verify(url, ['--json']);
  const { cases, failed } = JSON.parse(stdout) as {
    cases: { name: string; result: string }[];
    failed: number;
  };
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(new RegExp(`^relayctl: The receiver fails ${failed} cases[^\n]*\n$`));
  return cases.flatMap(({ name, result }) => (result === 'failed' ? [name] : []));
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('callbacks verify-receiver', () => {
  it('passes a receiver that takes no tenant id but a UUID v7', async () => {
    const receiver = createReceiver({
      secretsFor: (id: string) => {
        if (!UUID_V7.test(id)) throw new TypeError(`${id} is no UUID v7`);
        return id === TENANT ? [SECRET, OLD_SECRET] : undefined;
      },
      onError: () => {},
    });
    const url = await serve(express().use(expressHandler(receiver)));
    expect(await verify(url)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['one tenant', { secrets: [SECRET, OLD_SECRET] }],
    [
      'many tenants',
      { secretsFor: (id: string) => (id === TENANT ? [SECRET, OLD_SECRET] : undefined) },
    ],
  ])('passes a receiver made with the SDK in Express, for %s', async (_, secrets) => {
    const handled: string[] = [];
    const receiver = createReceiver({ ...secrets, onError: () => {} });
    receiver.on('*', ({ event }) => void handled.push(event));
    const url = await serve(express().use(expressHandler(receiver)));
    const outcome = await verify(`${url}/`);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    const lines = outcome.stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('✓ '))).toHaveLength(VECTORS.length - 2);
    expect(lines.filter((line) => line.startsWith('– '))).toEqual([
      expect.stringMatching(/^– valid: below a prefix, .+: skipped, \w+/),
      expect.stringMatching(/^– valid: a secret beyond ASCII, .+: skipped, \w+/),
    ]);
    expect(lines.at(-1)).toBe(`${VECTORS.length - 2} passed, 0 failed, 2 skipped.`);
    expect(outcome.stdout).toContain('✓ the same request again: 401 replay_detected\n');
    expect(new Set(handled).size).toBe(10);
    expect(outcome.stdout).not.toContain(SECRET);
  });

  it('skips the case of the second secret without one, and says how to give it', async () => {
    const url = await serve(express().use(expressHandler(sound({ secrets: [SECRET] }))));
    const outcome = await verify(url, [], { OLD_TENANT_SECRET: '' });
    expect(outcome.exitCode).toBe(0);
    expect(outcome.stdout).toMatch(
      /^– valid: the old of two secrets: skipped, set OLD_TENANT_SECRET/m,
    );
  });

  it('finds a receiver that remembers no signature', async () => {
    const receiver = sound({ replayStore: { claim: () => true } });
    const url = await serve(express().use(expressHandler(receiver)));
    expect(await failuresOf(url)).toEqual(['the same request again']);
  });

  it('finds a receiver that ignores the timestamp', async () => {
    const url = await serve(express().use(expressHandler(sound({ toleranceMs: 10 ** 12 }))));
    expect(await failuresOf(url)).toEqual(['300,001 ms old', '300,001 ms ahead']);
  });

  it('finds a receiver that takes the first of two equal headers', async () => {
    const receiver = sound();
    const url = await serve(async (req, res) => {
      const headers = Object.fromEntries(
        Object.entries(req.headersDistinct).map(([name, values]) => [name, values?.[0]]),
      );
      const { status, body } = await receiver.receive({
        path: req.url ?? '',
        headers,
        body: await readBody(req),
      });
      res.writeHead(status).end(JSON.stringify(body));
    });
    expect(await failuresOf(url)).toEqual([
      'the signature header twice',
      'the timestamp header twice',
      'the tenant header twice',
    ]);
  });

  it('finds a receiver that parses the body and signs what it serialises', async () => {
    const receiver = sound();
    const app = express().use(express.json({ type: '*/*', limit: '2mb', strict: false }));
    app.use(async (req, res) => {
      const printed = Buffer.from(JSON.stringify(req.body));
      const { status, body } = await receiver.receive({
        path: req.url,
        headers: req.headers,
        body: printed,
      });
      res.status(status).json(body);
    });
    const failures = await failuresOf(await serve(app));
    expect(failures).toEqual(
      VECTORS.map(({ name }) => name).filter((name) =>
        [
          'valid: white space around the JSON',
          'valid: 1 MiB exactly',
          '1 MiB and a byte',
          'the body serialised again by a parser',
          'an empty body, signed',
          'no JSON',
          'bytes that are no UTF-8',
          'a byte order mark',
          'UTF-16',
        ].includes(name),
      ),
    );
  });

  it('finds a receiver that accepts everything', async () => {
    const url = await serve((req, res) => {
      req.resume().on('end', () => res.end('{"received": true}'));
    });
    const outcome = await verify(url);
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stdout).toContain(
      '✗ a signature of zeros: expected 401 signature_mismatch, got 200\n',
    );
    const invalid = VECTORS.filter(({ code }) => code !== null).length;
    expect(outcome.stderr).toBe(
      `relayctl: The receiver fails ${invalid} cases, ${invalid} of them by answering 200.\n`,
    );
  });

  it('suspects a wrong secret where the receiver refuses every valid case', async () => {
    const url = await serve(express().use(expressHandler(sound({ secrets: [SECRET] }))));
    const wrong = await verify(url, [], { TENANT_SECRET: OLD_SECRET });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stderr).toContain('Are TENANT_SECRET and --tenant');
  });

  it('says what is wrong with an answer that no receiver gives', async () => {
    const url = await serve(
      (req, res) => void req.resume().on('end', () => res.end('<h1>Hi</h1>')),
    );
    expect((await verify(url)).stdout).toContain(
      '✗ valid: agent-assigned: expected 200 "received": true, got 200 without "received": true\n',
    );
    const gone = await serve((req) => req.socket.resetAndDestroy());
    expect((await verify(gone)).stdout).toContain(
      '✗ valid: agent-assigned: expected 200 "received": true, got no answer (ECONNRESET)\n',
    );
  });

  it('sends requests that a receiver written by hand accepts', async () => {
    const url = await serve(async (req, res) => {
      const timestampMs = Number(req.headers['x-service-timestamp']);
      const body = await readBody(req);
      const isRight =
        String(timestampMs).length === 13 &&
        req.headers['x-service-tenant'] === TENANT &&
        req.headers['x-service-signature'] ===
          signatureOf({ secret: SECRET, timestampMs, bodySha256: sha256Hex(body) });
      res.statusCode = isRight ? 200 : 401;
      res.end(JSON.stringify({ received: isRight }));
    });
    const { stdout } = await verify(url);
    expect(stdout).toMatch(/^✓ valid: ticket-resolved: 200$/m);
    expect(stdout).toMatch(
      /^✗ no signature: expected 401 header_missing, got 401 without a code$/m,
    );
  });

  it('ends with one clear line where verify-receiver can’t start', async () => {
    for (const [url, args, env, exitCode, words] of [
      ['localhost', [], {}, 2, 'The address must be like'],
      ['http://127.0.0.1:1', [], {}, 5, 'nothing listens there'],
      ['http://127.0.0.1:1', [], { TENANT_SECRET: '' }, 2, 'TENANT_SECRET'],
      ['http://127.0.0.1:1', ['--tenant', 'Shop'], {}, 3, 'not signed in'],
    ] as const) {
      const outcome = await verify(url, args, env);
      expect(outcome).toMatchObject({
        exitCode,
        stdout: '',
        stderr: expect.stringContaining(words),
      });
      expect(outcome.stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });
});
