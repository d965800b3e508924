import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestCallback, signCallback } from '../src/index';
import { post } from './adapters/listening';
import { SECRET } from './fixtures';
import { startRedis } from './stores/running';

/** These run as they are, with the package as it was built. */
const EXAMPLES = new URL('../../../examples/', import.meta.url);

const stopping: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stopping.splice(0).toReversed()) await stop();
});

async function start(name: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, ['src/main.mjs'], {
    cwd: new URL(`receivers-${name}/`, EXAMPLES),
    env: { ...process.env, PORT: '0', TENANT_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stopping.push(() => stop(child));
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    const port = /listening on (\d+)/.exec(printed)?.[1];
    if (port !== undefined) {
      child.stdout.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  throw new Error(`the example ended: ${printed}`);
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
    const request = send(await start(name));
    expect(await request()).toEqual(OK);
    expect(await request()).toMatchObject({
      status: 401,
      body: { error: { code: 'replay_detected' } },
    });
  });

  it('tenant-bot answers, and hands over who asks for a person', async () => {
    const url = await start('tenant-bot');
    expect((await send(url)()).body).toEqual({
      received: true,
      actions: [{ type: 'reply', content: 'You said: Hello' }],
    });
    expect((await send(url, 'A human, please')()).body).toEqual({
      received: true,
      actions: [{ type: 'escalate', reason: 'user_requested' }],
    });
  });
});

/** Set where Redis is known to be installed. */
if (process.env['TEST_REDIS_URL']) {
  describe('the example two-processes', () => {
    it('accepts one of 50 equal requests', async () => {
      const redis = await startRedis();
      stopping.push(() => redis.stop());
      const request = send(await start('two-processes', { REDIS_URL: redis.url }));
      const answers = await Promise.all(Array.from({ length: 50 }, () => request()));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
    });
  });
}
