import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apiOf } from '../support/api';
import { bundleRelay } from '../support/bundled-relay';
import { FeedClient } from '../support/feed-client';
import { startDarkProxy, type DarkProxy } from '../support/dark-proxy';
import { startTestMariaDb, type TestMariaDb } from '../support/mariadb-server';
import { startRelay, type TestRelay } from '../support/relay';
import { startProcess } from '../support/relay-start';
import { startTalker, type Talker } from '../support/talker';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const STATEMENT_MS = 1_000;
const BACK = { timeout: 15_000, interval: 50 };

/** SQLite is in the relay's process: there is no path to it. */
describe('a relay whose database fails', () => {
  let mariaDb: TestMariaDb;
  let proxy: DarkProxy;
  let relay: TestRelay;
  let world: World;
  const sockets: VisitorSocket[] = [];
  const talkers: Talker[] = [];

  beforeAll(async () => {
    mariaDb = await startTestMariaDb();
    proxy = await startDarkProxy(mariaDb.url);
    relay = await startRelay({
      database: { url: proxy.url, drop: async () => undefined },
      databaseLimits: { statementMs: STATEMENT_MS },
    });
    world = await createWorld(relay.url);
    for (let n = 0; n < 4; n++) {
      const { token } = await createVisitor(relay.url, world);
      sockets.push(await VisitorSocket.open(relay.url, token, { origin: world.origin }));
    }
    talkers.push(...sockets.map(startTalker));
  }, 90_000);
  afterAll(async () => {
    try {
      await relay?.stop();
    } finally {
      await proxy?.stop();
      await mariaDb?.stop();
    }
  }, 30_000);
  afterEach(() => {
    for (const { ws } of sockets) expect(ws.readyState, 'no socket was closed').toBe(ws.OPEN);
  });

  const acks = () => talkers.map(({ acked }) => acked.size);
  const acksAgain = async () => {
    const before = acks();
    await expect
      .poll(() => acks().every((count, index) => count > (before[index] ?? 0) + 2), BACK)
      .toBe(true);
  };
  const errors = () => talkers.flatMap((talker) => talker.errors);
  /** Waits until every visitor gets another error: none is left without a response. */
  const errorsForAll = async () => {
    const before = talkers.map((talker) => talker.errors.length);
    await expect
      .poll(() => talkers.every((talker, n) => talker.errors.length > (before[n] ?? 0)), BACK)
      .toBe(true);
  };
  const readiness = async () => (await fetch(`${relay.url}/readyz`)).status;

  it('recovers when its open database connections go dark', async () => {
    proxy.darkenOpen();
    await errorsForAll();
    await acksAgain();
    await expect.poll(readiness, BACK).toBe(200);
  });

  it('answers 503 while the network is down and recovers with it', async () => {
    proxy.darken();
    await errorsForAll();
    expect(await readiness()).toBe(503);
    // 401 would tell operators that they are signed out.
    await expect(FeedClient.open(relay.url, world.ownerToken)).rejects.toMatchObject({
      statusCode: 503,
    });
    proxy.lighten();
    await acksAgain();
    await expect.poll(readiness, BACK).toBe(200);
  });

  it('answers 503 while the database hangs and recovers with it', async () => {
    mariaDb.hang();
    onTestFinished(() => mariaDb.resume());
    await errorsForAll();
    expect(await readiness()).toBe(503);
    mariaDb.resume();
    await acksAgain();
    await expect.poll(readiness, BACK).toBe(200);
  });

  it('closes connections to a database that became read-only', async () => {
    await mariaDb.root.query('SET GLOBAL read_only = 1');
    onTestFinished(() => void mariaDb.root.query('SET GLOBAL read_only = 0'));
    const before = proxy.accepted();
    await errorsForAll();
    expect(await readiness()).toBe(503);
    const created = await apiOf(relay.url).post<{ code: string }>('/create/visitor-session', {
      tenant_id: world.tenantId,
      widget_public_key: world.widgetKey,
      origin: world.origin,
    });
    expect([created.status, created.data.code]).toEqual([503, 'storage_unavailable']);
    expect(proxy.accepted(), 'connections are made again').toBeGreaterThan(before);
    await mariaDb.root.query('SET GLOBAL read_only = 0');
    await acksAgain();
    await expect.poll(readiness, BACK).toBe(200);
  });

  it('answers errors while a table is locked, and recovers', async () => {
    await mariaDb.root.query('LOCK TABLES relay.messages READ');
    onTestFinished(() => void mariaDb.root.query('UNLOCK TABLES'));
    await errorsForAll();
    await mariaDb.root.query('UNLOCK TABLES');
    await acksAgain();
  });

  it('loses and repeats no acknowledged message over all faults', async () => {
    await Promise.all(talkers.map((talker) => talker.stop()));
    const [rows] = await mariaDb.root.query(
      "SELECT content, seq FROM relay.messages WHERE sender = 'visitor'",
    );
    const stored = rows as { content: string; seq: number }[];
    const acked = talkers.flatMap((talker) => [...talker.acked]);
    expect(acked.length).toBeGreaterThan(20);
    expect(new Set(errors())).toEqual(new Set(['storage_unavailable']));
    expect(stored.length, 'what is stored was acknowledged, and once').toBe(acked.length);
    const seqs = new Map(stored.map(({ content, seq }) => [content, seq]));
    for (const [content, seq] of acked) expect(seqs.get(content)).toBe(seq);
  });
});

describe('a relay without a database', () => {
  it('ends with 0 within 10 s of SIGTERM without a database', async () => {
    const [{ script }, mariaDb] = await Promise.all([bundleRelay(), startTestMariaDb()]);
    const proxy = await startDarkProxy(mariaDb.url);
    const folder = mkdtempSync(join(tmpdir(), 'chat-relay-dark-'));
    onTestFinished(async () => {
      await proxy.stop();
      await mariaDb.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    const relay = startProcess(script, {
      ENV: 'local',
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: proxy.url,
    });
    expect(await relay.listensOrEnds).toBe('listens');
    proxy.darken();
    const startedAt = Date.now();
    const { code, text } = await relay.terminate();
    expect(code).toBe(0);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    for (const line of text.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  }, 90_000);
});
