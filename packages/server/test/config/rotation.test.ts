import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../src/platform/clock';
import { deriveKeys } from '../../src/platform/security/keys';
import { keyInBot, keyPlace } from '../../src/tenants/bot/bot-model';
import { isSealedWithNewest } from '../../src/platform/security/secret-box';
import { createTestDatabase, type TestDatabaseAddress } from '../support/database';
import { readSql } from '../support/direct-sql';
import { TEST_MASTER_KEY } from '../support/master-key';
import { startRelay, type TestRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld } from '../support/world';

const OLD = TEST_MASTER_KEY;
const NEW = randomBytes(32).toString('base64');
/** Issuer in tokens: both relays must have the same. */
const BASE_URL = 'http://relay.test';

let database: TestDatabaseAddress;
let relay: TestRelay;
let clock = Date.now;

beforeEach(async () => {
  clock = Date.now;
  database = await createTestDatabase();
  relay = await start(OLD);
});
afterEach(async () => {
  await relay.stop();
  await database.drop();
});

const start = (keys: string): Promise<TestRelay> =>
  startRelay({ database, clock: () => clock(), env: { MASTER_KEY: keys, BASE_URL } });

async function restart(keys: string): Promise<void> {
  await relay.stop();
  relay = await start(keys);
}

const secrets = () =>
  readSql<{ sealed: string; tenant: string }>(
    database,
    'SELECT sealed_secret AS sealed, tenant_id AS tenant FROM tenant_secrets',
  );

const bots = () =>
  readSql<{ bot: string; tenant: string }>(
    database,
    'SELECT bot, tenant_id AS tenant FROM tenants',
  );

const gauge = async (): Promise<number> => {
  const metrics = await (await fetch(`${relay.url}/metrics`)).text();
  return Number(/^relay_sealed_with_old_key (\d+)/m.exec(metrics)?.[1] ?? NaN);
};

it('signs no one out and refuses no code when the key is replaced', async () => {
  const world = await createWorld(relay.url);
  const { token } = await createVisitor(relay.url, world);
  const { email } = (await relay.get('/console/fetch/account', { token: world.ownerToken })).data[
    'account'
  ];
  const forgotten = await relay.post('/console/forgot/password', { email });
  expect(await gauge()).toBe(0);

  for (const keys of [`${OLD},${NEW}`, `${NEW},${OLD}`]) {
    await restart(keys);
    expect((await relay.get('/console/fetch/account', { token: world.ownerToken })).status).toBe(
      200,
    );
    const socket = await VisitorSocket.open(relay.url, token);
    await socket.say(keys.slice(0, 8), 'hello');
    socket.close();
  }
  const reset = await relay.post('/console/reset/password', {
    challenge_token: forgotten.data['challenge_token'],
    otp: forgotten.data['dev_otp'],
    password: 'another long enough passphrase',
  });
  expect(reset.status).toBe(200);
}, 60_000);

it('seals with the new key what the old one sealed, and says when the old one can go', async () => {
  const world = await createWorld(relay.url, {
    bot: {
      model: { url: 'https://model.example/v1', model: 'm', api_key: 'sk-of-a-tenant' },
      embeddings: { url: 'https://model.example/v1', model: 'e', api_key: 'sk-of-embeddings' },
    },
  });
  await restart(`${NEW},${OLD}`);
  const { tenantSecret } = deriveKeys([Buffer.from(NEW, 'base64')]);
  const sealedWithNew = async () =>
    (await secrets()).map(({ sealed, tenant }) => isSealedWithNewest(tenantSecret, sealed, tenant));
  await expect.poll(sealedWithNew).toEqual([true]);
  const modelKeys = async () =>
    (await bots()).flatMap(({ bot, tenant }) =>
      (['model', 'embeddings'] as const).map((setting) =>
        isSealedWithNewest(
          tenantSecret,
          keyInBot(setting).read(bot) ?? '',
          keyPlace(tenant, setting),
        ),
      ),
    );
  await expect.poll(modelKeys).toEqual([true, true]);
  // The owner is still signed in with a token of the old key.
  await expect.poll(gauge).toBe(1);

  clock = () => Date.now() + 8 * DAY;
  await restart(`${NEW},${OLD}`);
  await expect.poll(gauge).toBe(0);
  await restart(NEW);
  expect(await gauge()).toBe(0);
  const created = await createVisitor(relay.url, world);
  expect(created.token).toBeDefined();
  await relay.stop();
  for (const keys of [OLD, randomBytes(32).toString('base64')]) {
    await expect(start(keys)).rejects.toThrow('MASTER_KEY');
  }
  relay = await start(`${OLD},${NEW}`);
}, 60_000);
