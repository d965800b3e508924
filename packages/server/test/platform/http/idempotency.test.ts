import type { Server } from '@hapi/hapi';
import Joi from 'joi';
import { readConfig } from '../../../src/config/read-config';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../src/platform/clock';
import { AppError } from '../../../src/platform/errors';
import { consoleRoutesFor } from '../../../src/workspaces/principal';
import { createHttpServer } from '../../../src/platform/http/server/http-server';
import { createIdempotency, type Idempotency } from '../../../src/platform/http/idempotency';
import { createRateLimiter } from '../../../src/platform/rate-limits/rate-limit';
import { createAnswerStreams } from '../../../src/platform/http/answer-streams';
import { toHapiRoute } from '../../../src/platform/http/route';
import type { Database } from '../../../src/platform/storage/database';
import { consoleCalls } from '../../support/console-calls';
import { openTestDatabase, quietLog } from '../../support/database';
import { TEST_MASTER_KEY } from '../../support/master-key';

let database: Database;
let close: () => Promise<void>;
let idempotency: Idempotency;
let server: Server;
let shiftMs = 0;
const clock = () => Date.now() + shiftMs;
const { post } = consoleCalls(() => server);
let performed: number;
let failsOnce: boolean;
let gate: Promise<void>;

const probe = (path: `/${string}`) =>
  consoleRoutesFor<Record<string, object>>()<{ name: string; tags?: object }>({
    method: 'POST',
    path,
    area: 'console',
    summary: 'Counts how often it ran',
    body: Joi.object({ name: Joi.string().required(), tags: Joi.object() }),
    answer: Joi.object(),
    status: 201,
    rateLimit: 'console_per_ip',
    idempotent: { secrets: ['secret'] },
    handle: async ({ body }) => {
      await gate;
      if (failsOnce) {
        failsOnce = false;
        throw new AppError('state_conflict', { message: 'Not now.' });
      }
      return { thing: { n: ++performed, name: body.name }, secret: 'shown once' };
    },
  });

beforeAll(async () => {
  ({ database, close } = await openTestDatabase());
  idempotency = createIdempotency({ database, clock });
  const config = readConfig({ MASTER_KEY: TEST_MASTER_KEY });
  server = createHttpServer(config, quietLog);
  // The token names the account.
  const validate = async (accountId: string) => ({ accountId });
  server.auth.strategy('console', 'bearer', { validate });
  const services = {
    limits: config.limits,
    rateLimiter: createRateLimiter(config.limits, null),
    answerStreams: createAnswerStreams(),
    idempotency,
    clientIp: () => '127.0.0.1',
    checkSignIn: () => undefined,
  };
  const routes = [probe('/console/create/thing'), probe('/console/create/other')];
  server.route(routes.map((route) => toHapiRoute(route, services)));
});
afterAll(async () => {
  await server.stop();
  await close();
});
beforeEach(() => {
  performed = 0;
  failsOnce = false;
  gate = Promise.resolve();
});

const create = (key: string | null, body: object = { name: 'a' }, who = 'ada', what = 'thing') =>
  post(`/console/create/${what}`, body, {
    token: who,
    headers: key === null ? {} : { 'idempotency-key': key },
  });

it('answers a repeated key like the first request, without what is shown once', async () => {
  const first = await create('repeat', { name: 'a', tags: { x: 1, y: 2 } });
  const again = await create('repeat', { tags: { y: 2, x: 1 }, name: 'a' });
  expect([first.status, first.data]).toEqual([
    201,
    { thing: { n: 1, name: 'a' }, secret: 'shown once' },
  ]);
  expect([again.status, again.data]).toEqual([201, { thing: { n: 1, name: 'a' }, secret: null }]);
  const rows = await database.read.rows('SELECT * FROM idempotency_keys');
  expect(JSON.stringify(rows)).not.toContain('shown once');
});

it('refuses a known key with another body', async () => {
  await create('other-body');
  const { status, data } = await create('other-body', { name: 'b' });
  expect([status, data['code']]).toEqual([422, 'idempotency_key_reused']);
  expect(performed).toBe(1);
});

it('performs a request without a key each time', async () => {
  await create(null);
  await create(null);
  expect(performed).toBe(2);
});

it('keeps the keys of accounts and routes apart, and keys that look alike', async () => {
  await create('apart');
  await create('Apart');
  await create('apart', undefined, 'bob');
  await create('apart', undefined, 'ada', 'other');
  expect(performed).toBe(4);
});

it('performs ten requests at once with one key once', async () => {
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  const answers = Promise.all(Array.from({ length: 10 }, () => create('at-once')));
  setTimeout(open, 50);
  const statuses = (await answers).map(({ status }) => status);
  expect(performed).toBe(1);
  expect(statuses).toEqual(Array(10).fill(201));
});

it('frees the key of a request that fails', async () => {
  failsOnce = true;
  expect((await create('freed')).status).toBe(409);
  expect((await create('freed')).data['thing'].n).toBe(1);
});

it('refuses a repeat while the first request is under way for long', async () => {
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  const first = create('slow');
  await expect.poll(async () => (await keyRows()).length).toBeGreaterThan(0);
  const { status, data } = await create('slow');
  expect([status, data['code']]).toEqual([409, 'state_conflict']);
  open();
  expect((await first).status).toBe(201);
});

const keyRows = () =>
  database.read.rows('SELECT key_hash FROM idempotency_keys WHERE answer IS NULL');

it('forgets a key after a day', async () => {
  await create('a-day');
  shiftMs += DAY;
  await create('a-day');
  expect(performed).toBe(2);
  shiftMs += DAY;
  await idempotency.deleteExpired();
  expect(await database.read.rows('SELECT key_hash FROM idempotency_keys')).toEqual([]);
});

it.each(['a b', 'clé', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
  const { status, data } = await create(key);
  expect([status, data['details']]).toEqual([422, [{ field: 'Idempotency-Key', code: 'invalid' }]]);
});
