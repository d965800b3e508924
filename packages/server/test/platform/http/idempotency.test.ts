import Joi from 'joi';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../src/platform/clock';
import { AppError } from '../../../src/platform/errors';
import { consoleRoute } from '../../../src/workspaces/principal';
import {
  startAccountsServer,
  type AccountsServer,
  type SignedIn,
} from '../../support/accounts-server';

let relay: AccountsServer;
let ada: SignedIn;
let performed: number;
let failsOnce: boolean;
let gate: Promise<void>;

const probe = (path: string) =>
  consoleRoute<{ name: string; tags?: object }>({
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
        throw new AppError('state_conflict');
      }
      return { thing: { n: ++performed, name: body.name }, secret: 'shown once' };
    },
  });

beforeAll(async () => {
  relay = await startAccountsServer({
    routes: [probe('/console/create/thing'), probe('/console/create/other')],
  });
  ada = await relay.register('ada@corp.test');
});
afterAll(() => relay.close());
beforeEach(() => {
  performed = 0;
  failsOnce = false;
  gate = Promise.resolve();
});

const create = (key: string | null, body: object = { name: 'a' }, who = ada, what = 'thing') =>
  relay.post(`/console/create/${what}`, body, {
    token: who.token,
    headers: key === null ? {} : { 'idempotency-key': key },
  });

it('gives a repeat the first answer, without what is shown once', async () => {
  const first = await create('repeat', { name: 'a', tags: { x: 1, y: 2 } });
  const again = await create('repeat', { tags: { y: 2, x: 1 }, name: 'a' });
  expect([first.status, first.data]).toEqual([
    201,
    { thing: { n: 1, name: 'a' }, secret: 'shown once' },
  ]);
  expect([again.status, again.data]).toEqual([201, { thing: { n: 1, name: 'a' }, secret: null }]);
  const rows = await relay.database.read.rows('SELECT * FROM idempotency_keys');
  expect(JSON.stringify(rows)).not.toContain('shown once');
});

it('refuses the key for another body', async () => {
  await create('other-body');
  const { status, data } = await create('other-body', { name: 'b' });
  expect([status, data['code']]).toEqual([422, 'idempotency_key_reused']);
  expect(performed).toBe(1);
});

it('performs each time without a key', async () => {
  await create(null);
  await create(null);
  expect(performed).toBe(2);
});

it('keeps accounts, routes and look-alike keys apart', async () => {
  const bob = await relay.register('bob@corp.test');
  await create('apart');
  await create('Apart');
  await create('apart', undefined, bob);
  await create('apart', undefined, ada, 'other');
  expect(performed).toBe(4);
});

it('performs once for ten requests at once', async () => {
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  const answers = Promise.all(Array.from({ length: 10 }, () => create('at-once')));
  setTimeout(open, 50);
  const statuses = (await answers).map(({ status }) => status);
  expect(performed).toBe(1);
  expect(statuses).toEqual(Array(10).fill(201));
});

it('frees the key when performing fails', async () => {
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
  relay.database.read.rows('SELECT key_hash FROM idempotency_keys WHERE answer IS NULL');

it('forgets a key after a day', async () => {
  await create('a-day');
  relay.advance(DAY);
  await create('a-day');
  expect(performed).toBe(2);
  relay.advance(DAY);
  await relay.idempotency.deleteExpired();
  expect(await relay.database.read.rows('SELECT key_hash FROM idempotency_keys')).toEqual([]);
});

it.each(['a b', 'clé', 'x'.repeat(256)])('refuses the key "%s"', async (key) => {
  const { status, data } = await create(key);
  expect([status, data['details']]).toEqual([422, [{ field: 'Idempotency-Key', code: 'invalid' }]]);
});
