import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config/read-config';
import { AppError } from '../../../src/platform/errors';
import { createHttpServer } from '../../../src/platform/http/server/http-server';
import { createLog } from '../../../src/platform/log';
import { unavailability } from '../../../src/platform/storage/failures';

interface Line {
  level: number;
  msg: string;
  code?: string;
  more?: number;
}

const DEBUG = 20;
const INFO = 30;
const WARN = 40;
const ERROR = 50;

/** A server that logs at this level, and its lines. */
function createLogging(level: 'debug' | 'info') {
  const dataDir = mkdtempSync(join(tmpdir(), 'chat-relay-log-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const lines: string[] = [];
  const log = createLog(
    { level, isReadable: false, outageOf: unavailability },
    { write: (line) => void lines.push(line) },
  );
  const server = createHttpServer(readConfig({ DATA_DIR: dataDir, PORT: '0' }), log);
  return {
    server,
    text: () => lines.join(''),
    lines: () => lines.map((line) => JSON.parse(line) as Line),
  };
}

/** A server whose only route fails in this way. */
function createFailing(fail: () => unknown) {
  const { server, lines, text } = createLogging('info');
  server.route({
    method: 'GET',
    path: '/fails',
    handler: () => {
      throw fail();
    },
  });
  return {
    ask: async (times: number) => {
      await Promise.all(Array.from({ length: times }, () => server.inject('/fails')));
    },
    lines,
    text,
  };
}

/** A server with the routes that proxies request each second. */
function createProbed(level: 'debug' | 'info') {
  const { server, lines } = createLogging(level);
  let code = 200;
  for (const path of ['/healthz', '/readyz']) {
    server.route({ method: 'GET', path, handler: (_request, h) => h.response({}).code(code) });
  }
  return {
    ask: async (...paths: string[]) => {
      for (const path of paths) await server.inject(path);
    },
    break: () => {
      code = 503;
    },
    lines,
  };
}

it('logs a refusal as one line without a stack, and a flood of them as ten and a count', async () => {
  const server = createFailing(() => new AppError('overloaded', { retryAfterS: 1 }));
  await server.ask(1);
  expect(server.lines()).toMatchObject([{ level: INFO, msg: 'request', code: 'overloaded' }]);
  await server.ask(499);
  await expect.poll(() => server.lines().at(-1)?.more, { timeout: 10_000 }).toBeGreaterThan(0);
  const lines = server.lines();
  const counted = lines.reduce((sum, { more = 1 }) => sum + more, 0);
  expect(counted, 'each refusal is printed or counted').toBe(500);
  expect(lines.length).toBeLessThan(50);
  expect(lines.every(({ level }) => level === INFO)).toBe(true);
  expect(server.text()).not.toContain('stack');
});

it('logs an unreachable database once a second, with the reason instead of a stack', async () => {
  const server = createFailing(() => {
    const error = new Error('connect ECONNREFUSED 127.0.0.1:3306');
    return Object.assign(error, { code: 'ECONNREFUSED' });
  });
  await server.ask(200);
  const outage = server.lines().filter(({ level }) => level > INFO);
  expect(outage[0]).toMatchObject({ level: WARN, code: 'ECONNREFUSED' });
  expect(outage.length).toBeLessThan(5);
  expect(server.text()).not.toContain('stack');
});

it('logs a failure of the relay itself with its stack', async () => {
  const server = createFailing(() => new TypeError('a bug'));
  await server.ask(1);
  const failure = server.lines().find(({ msg }) => msg === 'request failed');
  expect(failure).toMatchObject({ level: ERROR, err: { stack: expect.stringContaining('a bug') } });
});

it('logs a probe that succeeds at level debug, and one that fails as every request', async () => {
  const probed = createProbed('info');
  await probed.ask('/readyz', '/healthz');
  expect(probed.lines()).toEqual([]);
  probed.break();
  await probed.ask('/readyz');
  expect(probed.lines()).toMatchObject([{ level: INFO, msg: 'request', status: 503 }]);

  const detailed = createProbed('debug');
  await detailed.ask('/readyz');
  expect(detailed.lines()).toMatchObject([{ level: DEBUG, msg: 'probe', status: 200 }]);
});
