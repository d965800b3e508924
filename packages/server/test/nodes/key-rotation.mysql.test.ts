import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyFreePort } from '../../../../scripts/lib/ports.mjs';
import {
  startCallbackBackend,
  type CallbackBackend,
} from '../../../lab/bench/torture/callback-backend';
import { check } from '../../../lab/bench/torture/checker';
import { createHistory } from '../../../lab/bench/torture/history';
import { createRandom } from '../../../lab/bench/torture/random';
import { countPendingEvents, readByRest, readStored } from '../../../lab/bench/torture/stored';
import { TortureVisitor } from '../../../lab/bench/torture/visitor';
import { openDatabase } from '../../src/platform/storage/open-database';
import { apiOf } from '../support/api';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { TEST_MASTER_KEY } from '../support/master-key';
import { generousMessageLimits } from '../support/message-limits';
import { createTestRedis, type TestRedis } from '../support/redis-server';
import { startRelay, type TestRelay } from '../support/relay';
import { createVisitor, createWorld, PASSWORD, type World } from '../support/world';

const OLD = TEST_MASTER_KEY;
const NEW = randomBytes(32).toString('base64');
/** How long each state of the two nodes is under load. */
const LOAD_MS = 2_000;

const history = createHistory();
/** Session id → messages that the relay returned over HTTP. */
const rest = new Map<string, Awaited<ReturnType<typeof readByRest>>>();
const positions = new Map<string, number>();
let redis: TestRedis;
let database: TestDatabaseAddress;
let backend: CallbackBackend;
let ports: number[];
const nodes: TestRelay[] = [];

beforeAll(async () => {
  [redis, database, backend] = await Promise.all([
    createTestRedis(),
    createTestDatabase(),
    startCallbackBackend(history),
  ]);
  ports = [await anyFreePort(), await anyFreePort()];
  for (const index of [0, 1]) await startNode(index, OLD);
}, 60_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all([redis.stop(), backend.close()]);
  await database.drop();
});

const urlOf = (index: number): string => `http://127.0.0.1:${ports[index]}`;

async function startNode(index: number, keys: string): Promise<void> {
  nodes[index] = await startRelay({
    database,
    env: {
      ...generousMessageLimits,
      MASTER_KEY: keys,
      PORT: String(ports[index]),
      BASE_URL: 'http://relay.test',
      REDIS_URL: redis.url,
    },
  });
}

/** One node after the other, under load before and after each. */
async function restartAll(keys: string): Promise<void> {
  for (const index of [0, 1]) {
    await nodes[index]?.stop();
    await startNode(index, keys);
    await wait(LOAD_MS);
  }
}

/** Starts visitors on both nodes, and calls of an account and of new sessions that use both. */
async function startLoad(world: World, consoleToken: string) {
  const random = createRandom(1);
  const visitors = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const { sessionId, token } = await createVisitor(urlOf(index % 2), world);
      return new TortureVisitor({
        url: urlOf((index + 1) % 2),
        origin: world.origin,
        sessionId,
        token,
        random: random.fork(),
        history,
      });
    }),
  );
  const served = { console: 0, sessions: 0 };
  let isOver = false;
  const call = async (): Promise<void> => {
    for (let turn = 0; !isOver; turn++) {
      const [here, there] = [urlOf(turn % 2), urlOf((turn + 1) % 2)];
      try {
        const { token } = await createVisitor(here, world);
        const read = await apiOf(there, token).get('/fetch/messages');
        if (read.status === 200) served.sessions++;
        else note('a new session', read.status);
        const account = await apiOf(here, consoleToken).get('/console/fetch/account');
        if (account.status === 200) served.console++;
        else note('a login', account.status);
      } catch (error) {
        if (!(error instanceof TypeError)) note(String(error), 0); // fetch: the node restarts
      }
      await wait(30);
    }
  };
  const note = (who: string, status: number): void => {
    if (status !== 503) history.surprises.push(`${who} was answered ${status}`); // 503: it drains
  };
  const calling = call();
  return {
    served,
    end: async () => {
      isOver = true;
      await calling;
      for (const visitor of visitors) visitor.finish();
      const unacked = () => visitors.reduce((sum, visitor) => sum + visitor.unacked, 0);
      await expect.poll(unacked, { timeout: 20_000 }).toBe(0);
      for (const visitor of visitors) {
        const isAllShown = async (): Promise<boolean> => {
          const messages = await readByRest(urlOf(0), visitor.token);
          rest.set(visitor.sessionId, messages);
          return visitor.position >= (messages.at(-1)?.seq ?? 0);
        };
        await expect.poll(isAllShown, { timeout: 20_000 }).toBe(true);
        positions.set(visitor.sessionId, visitor.position);
        visitor.close();
      }
    },
  };
}

async function login(email: string): Promise<string> {
  const api = apiOf(urlOf(0));
  const started = await api.post<{ challenge_token: string }>('/console/login', {
    email,
    password: PASSWORD,
  });
  const { challenge_token } = started.data;
  const mailed = await api.post<{ dev_otp: string }>('/console/get/login-otp', { challenge_token });
  const verified = await api.post<{ console_token: string }>('/console/verify/login-otp', {
    challenge_token,
    code: mailed.data.dev_otp,
  });
  expect(verified.status).toBe(200);
  return verified.data.console_token;
}

it('refuses and loses nothing while the master key of two nodes is rotated under load', async () => {
  const world = await createWorld(urlOf(0), { callback_url_base: backend.url });
  backend.useSecret(world.tenantSecret);
  const account = await world.owner.get<{ account: { email: string } }>('/console/fetch/account');

  const before = await startLoad(world, world.ownerToken);
  await wait(LOAD_MS);
  await restartAll(`${OLD},${NEW}`);
  await restartAll(`${NEW},${OLD}`);
  await before.end();

  // The third step waits until the last token of the old key has ended: these are tokens of the new one.
  const after = await startLoad(world, await login(account.data.account.email));
  await restartAll(NEW);
  await after.end();

  const { read, close } = await openDatabase(database.url, quietLog);
  try {
    await expect.poll(() => countPendingEvents(read), { timeout: 45_000 }).toBe(0);
    const stored = await readStored(read);
    expect(check({ history, stored, rest, positions }).examples).toEqual([]);
  } finally {
    await close();
  }
  expect(history.acks.length).toBeGreaterThan(100);
  expect(history.arrivals.length).toBeGreaterThan(100);
  for (const { served } of [before, after]) {
    expect(Math.min(served.console, served.sessions)).toBeGreaterThan(5);
  }
}, 180_000);
