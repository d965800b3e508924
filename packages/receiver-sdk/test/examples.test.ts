import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestCallback, signCallback } from '../src/index';
import { post } from './adapters/listening';
import { SECRET, TENANT_ID } from './fixtures';
import { startRedis } from './stores/running';

/** Folder of the examples. They run unchanged, with the built package. */
const EXAMPLES = new URL('../../../examples/', import.meta.url);

const stopping: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop();
});

async function start(name: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, ['src/main.mjs'], {
    cwd: new URL(`${name}/`, EXAMPLES),
    env: { ...process.env, PORT: '0', TENANT_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stopping.push(() => stop(child));
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const port = /(?:listening on |127\.0\.0\.1:)(\d+)/.exec(printed)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  throw new Error(`the example ended: ${printed}`);
}

/** Starts an example that can't run, and returns its exit code and message. */
async function fail(name: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.mjs'], {
    cwd: new URL(`${name}/`, EXAMPLES),
    env: { ...process.env, TENANT_SECRET: SECRET, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stopping.push(() => stop(child));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function send(url: string, content = 'Hello') {
  const { message } = createTestCallback('message-received');
  const event = createTestCallback('message-received', { message: { ...message, content } });
  const { path, headers, body } = signCallback({ secret: SECRET, event });
  return () => post(url + path, { headers, body });
}

const OK = { status: 200, body: { received: true } };

describe('the example', () => {
  it.each(['express', 'fastify', 'nestjs', 'web'])('%s receives a callback once', async (name) => {
    const request = send(await start(`receivers-${name}`));
    expect(await request()).toEqual(OK);
    expect(await request()).toMatchObject({
      status: 401,
      body: { error: { code: 'replay_detected' } },
    });
  });

  it('tenant-bot answers, and hands over who asks for a person', async () => {
    const url = await start('receivers-tenant-bot');
    expect((await send(url)()).body).toEqual({
      received: true,
      actions: [{ type: 'reply', content: 'You said: Hello' }],
    });
    expect((await send(url, 'A human, please')()).body).toEqual({
      received: true,
      actions: [{ type: 'escalate', reason: 'user_requested' }],
    });
  });

  it('shop-backend acknowledges what relayctl callback test has the relay send', async () => {
    const url = await start('shop-backend', { TENANT_ID });
    const ids = { conversation_id: null, visitor_session_id: null, user_id: null };
    const event = { ...createTestCallback('message-received'), ...ids, event: 'test', sequence: 0 };
    const { path, headers, body } = signCallback({ secret: SECRET, event });
    expect(await post(url + path, { headers, body })).toEqual(OK);
  });

  it.each([
    'receivers-express',
    'receivers-fastify',
    'receivers-nestjs',
    'receivers-tenant-bot',
    'receivers-two-processes',
    'receivers-web',
    'shop-backend',
  ])('%s asks for its secret in one line', async (name) => {
    expect(await fail(name, { TENANT_SECRET: '' })).toEqual({
      code: 78,
      said: expect.stringMatching(/^Set .*TENANT_SECRET.*\n$/),
    });
  });

  it.each([
    'receivers-express',
    'receivers-fastify',
    'receivers-tenant-bot',
    'receivers-web',
    'shop-backend',
  ])('%s says in one line that its port is taken', async (name) => {
    const { port } = new URL(await start('receivers-web'));
    expect(await fail(name, { PORT: port, TENANT_ID })).toEqual({
      code: 1,
      said: expect.stringMatching(new RegExp(`^.*EADDRINUSE.*:${port}\\n$`)),
    });
  });
});

/** Set where Redis is known to be installed. */
if (process.env['TEST_REDIS_URL']) {
  describe('the example two-processes', () => {
    it('accepts one of 50 equal requests', async () => {
      const redis = await startRedis();
      stopping.push(() => redis.stop());
      const request = send(await start('receivers-two-processes', { REDIS_URL: redis.url }));
      const answers = await Promise.all(Array.from({ length: 50 }, () => request()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    });
  });
}
