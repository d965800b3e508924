import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutboxEvent } from '../../../src/callbacks/events/events';
import type { Database } from '../../../src/platform/storage/database';
import { createCallbackStage, type CallbackStage } from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';

const SOON = { timeout: 9000, interval: 10 };
const MINUTE = 60_000;

interface Received {
  conversation: string;
  sequence: number;
  timestampMs: number;
}
type Answer = number | { status: number; headers: Record<string, string> } | 'cut';

describe('a receiver that fails', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let received: Received[];
  let answer: (event: Received, request: IncomingMessage) => Answer;
  let url: string;
  const servers: ReturnType<typeof createServer>[] = [];

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
  });
  afterAll(() => closeDatabase());
  beforeEach(async () => {
    stage = createCallbackStage(database);
    received = [];
    answer = () => 200;
    url = await listen();
  });
  afterEach(async () => {
    await stage.close();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
    await database.transaction(async (tx) => {
      for (const table of ['lanes', 'events', 'attempts', 'health', 'blocks']) {
        await tx.run(`DELETE FROM callback_${table}`);
      }
    });
  });

  async function listen(): Promise<string> {
    const server = createServer((req, res) => void respond(req, res));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    const event = {
      conversation: String(body['conversation_id']),
      sequence: Number(body['sequence']),
      timestampMs: Number(req.headers['x-service-timestamp']),
    };
    received.push(event);
    const given = answer(event, req);
    if (given === 'cut') return void req.socket.end();
    const { status, headers } = typeof given === 'number' ? { status: given, headers: {} } : given;
    res.writeHead(status, headers).end('{"received":true}');
  }

  function startWorker() {
    const worker = stage.createWorker({ random: () => 0.5, pollMs: 20 });
    worker.start();
    return worker;
  }

  async function enqueueLanes(tenantId: string, lanes: number, events = 1): Promise<string[]> {
    const ids = Array.from({ length: lanes }, () => stage.newConversationId());
    await stage.enqueue(
      ids.flatMap((id): OutboxEvent[] => stage.makeEvents(tenantId, id, 1, events)),
    );
    return ids;
  }

  const statesOf = async (tenantId: string) =>
    (await stage.stored(tenantId)).map(({ state }) => state);
  const isIdle = () =>
    expect
      .poll(
        () => database.read.rows('SELECT 1 FROM callback_lanes WHERE lease_owner IS NOT NULL'),
        SOON,
      )
      .toEqual([]);

  it('probes a failing receiver, and sends it the whole queue in order once it works', async () => {
    answer = () => 503;
    const tenantId = await stage.addTenant(url);
    startWorker();
    await enqueueLanes(tenantId, 30, 3);
    await expect.poll(async () => (await stage.healthOf(tenantId))?.probes, SOON).toBe(1);
    await isIdle();
    const beforeProbes = received.length;
    expect(beforeProbes).toBeLessThanOrEqual(16);

    for (let probe = 1; probe <= 4; probe++) {
      const resumesAt = (await stage.healthOf(tenantId))?.resumesAt ?? 0;
      stage.moveClock(resumesAt - stage.clock() + 10);
      await expect.poll(async () => (await stage.healthOf(tenantId))?.probes, SOON).toBe(probe + 1);
      expect(received).toHaveLength(beforeProbes + probe);
    }

    answer = () => 200;
    stage.moveClock(10 * MINUTE);
    // Without a further jump of the clock: the long delays of the outage no longer apply.
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(90).fill('delivered'));
    expect(await stage.healthOf(tenantId)).toBeNull();
    const delivered = new Map<string, number>();
    for (const { conversation, sequence } of received) {
      const last = delivered.get(conversation) ?? 0;
      expect([last, last + 1]).toContain(sequence);
      delivered.set(conversation, sequence);
    }
  });

  it('probes a failing receiver from one of two nodes', async () => {
    answer = () => 503;
    const tenantId = await stage.addTenant(url);
    startWorker();
    startWorker();
    await enqueueLanes(tenantId, 30);
    await expect.poll(async () => (await stage.healthOf(tenantId))?.probes, SOON).toBe(1);
    await isIdle();
    const before = received.length;
    stage.moveClock(MINUTE);
    await expect.poll(async () => (await stage.healthOf(tenantId))?.probes, SOON).toBe(2);
    await isIdle();
    expect(received).toHaveLength(before + 1);
  });

  it('uses up no attempts of an event by probes', async () => {
    const tenantId = await stage.addTenant('http://127.0.0.1:9');
    startWorker();
    await enqueueLanes(tenantId, 1);
    await expect
      .poll(async () => {
        await stage.skipToNextDue();
        return (await stage.healthOf(tenantId))?.probes;
      }, SOON)
      .toBe(6);
    await isIdle();
    const [event] = await stage.stored(tenantId);
    const attempts = await stage.attemptsOf(tenantId);
    expect(event?.attempts).toBeLessThan(attempts.length);
    await stage.setTenant(tenantId, { callback_url_base: url });
    // A probe that was on its way to the old address may still fail.
    await expect
      .poll(() => stage.skipToNextDue().then(() => statesOf(tenantId)), SOON)
      .toEqual(['delivered']);
  });

  it('pauses all conversations of a tenant for Retry-After, and no other tenant', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '120' } });
    const tenantId = await stage.addTenant(url);
    startWorker();
    await enqueueLanes(tenantId, 1, 1);
    await expect.poll(() => stage.healthOf(tenantId), SOON).not.toBeNull();
    answer = () => 200;
    await enqueueLanes(tenantId, 3);
    const other = await stage.addTenant(url);
    await enqueueLanes(other, 1);
    await expect.poll(() => statesOf(other), SOON).toEqual(['delivered']);
    stage.moveClock(MINUTE);
    await enqueueLanes(other, 1);
    await expect.poll(() => statesOf(other), SOON).toEqual(['delivered', 'delivered']);
    expect(await statesOf(tenantId)).toEqual(Array(4).fill('pending'));
    stage.moveClock(MINUTE + 1000);
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(4).fill('delivered'));
  });

  it('blocks an event type that is answered with 410 until the address changes', async () => {
    answer = () => 410;
    const tenantId = await stage.addTenant(url);
    startWorker();
    await enqueueLanes(tenantId, 1);
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['dead']);
    await enqueueLanes(tenantId, 1);
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['dead', 'dead']);
    expect(received).toHaveLength(1);

    answer = () => 200;
    await stage.setTenant(tenantId, { callback_url_base: `${url}/new` });
    await enqueueLanes(tenantId, 1);
    await expect.poll(() => received.length, SOON).toBe(2);
  });

  it('blocks an event type that is answered with 410 in the same conversation too', async () => {
    answer = () => 410;
    const tenantId = await stage.addTenant(url);
    startWorker();
    await enqueueLanes(tenantId, 1, 3);
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(Array(3).fill('dead'));
    expect(received.map(({ sequence }) => sequence)).toEqual([1]);
    expect((await stage.stored(tenantId)).map(({ outcome }) => outcome)).toEqual([
      'status_410',
      'stopped',
      'stopped',
    ]);
  });

  it('holds a conversation for a failing event for at most 15 minutes while others get through', async () => {
    const tenantId = await stage.addTenant(url);
    startWorker();
    const [poisoned = ''] = await enqueueLanes(tenantId, 1, 3);
    answer = ({ conversation, sequence }) =>
      conversation === poisoned && sequence === 1 ? 500 : 200;
    await expect.poll(() => received.length, SOON).toBeGreaterThan(0);
    const startedAt = stage.clock();
    const eventsOf = async () =>
      (await stage.stored(tenantId)).filter(({ conversationId }) => conversationId === poisoned);
    const passed = () =>
      received.some(({ conversation, sequence }) => conversation === poisoned && sequence === 3);
    while (!passed() && stage.clock() < startedAt + 20 * MINUTE) {
      const [other] = await enqueueLanes(tenantId, 1);
      stage.moveClock(20_000);
      await expect
        .poll(() => received.some(({ conversation }) => conversation === other), SOON)
        .toBe(true);
      await isIdle();
    }
    expect(stage.clock() - startedAt).toBeGreaterThan(14 * MINUTE);
    expect(stage.clock() - startedAt).toBeLessThan(17 * MINUTE);
    await expect
      .poll(async () => (await eventsOf()).map(({ state }) => state), SOON)
      .toEqual(['aside', 'delivered', 'delivered']);

    answer = () => 200;
    stage.moveClock(40 * MINUTE);
    await expect
      .poll(async () => (await eventsOf()).map(({ state }) => state), SOON)
      .toEqual(['delivered', 'delivered', 'delivered']);
    expect(await database.read.rows('SELECT 1 FROM callback_lanes')).toEqual([]);
  }, 60_000);

  it('sends an event again at once, with a new signature, when the receiver closes a kept connection', async () => {
    const tenantId = await stage.addTenant(url);
    const worker = startWorker();
    await enqueueLanes(tenantId, 1);
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['delivered']);
    let cuts = 0;
    answer = () => (cuts++ === 0 ? 'cut' : 200);
    await enqueueLanes(tenantId, 1);
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['delivered', 'delivered']);
    await expect.poll(() => worker.stats(), SOON).toMatchObject({ delivered: 2, retried: 0 });
    const [, second, third] = received;
    expect(third?.timestampMs).toBeGreaterThan(second?.timestampMs ?? 0);
    const logged = await stage.attemptsOf(tenantId);
    expect(logged.map(({ outcome }) => outcome).toSorted()).toEqual([
      'reset',
      'status_200',
      'status_200',
    ]);
  });

  it('keeps every attempt at a failing receiver', async () => {
    let tries = 0;
    answer = () => (tries++ === 0 ? 500 : 200);
    const tenantId = await stage.addTenant(url);
    startWorker();
    await enqueueLanes(tenantId, 1);
    await expect.poll(() => received.length, SOON).toBe(1);
    await isIdle();
    await stage.skipToNextDue();
    await expect.poll(() => statesOf(tenantId), SOON).toEqual(['delivered']);
    expect(await stage.attemptsOf(tenantId)).toEqual([
      { sequence: 1, status: 500, outcome: 'status_500', answer: '{"received":true}' },
      { sequence: 1, status: 200, outcome: 'status_200', answer: '{"received":true}' },
    ]);
  });
});
