import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR } from '../../../src/platform/clock';
import { startRelay, useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

const relay = useRelay();
const SOON = { timeout: 9_000, interval: 30 };

let world: World;
let answer: { status: number; headers?: Record<string, string> };
let server: ReturnType<typeof createServer>;

beforeEach(async () => {
  answer = { status: 200 };
  server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(answer.status, answer.headers).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const callback_url_base = `http://127.0.0.1:${port}`;
  world = await createWorld(relay.url, { callback_url_base, bot: { kind: 'none' } });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A visitor's first message, which causes three callbacks. */
async function write(): Promise<void> {
  const { token } = await createVisitor(relay.url, world);
  const socket = await VisitorSocket.open(relay.url, token);
  await socket.say('m1', 'Where is my parcel?');
  socket.close();
}

interface Health {
  pending: number;
  dead: number;
  oldest_pending_at: string | null;
  paused_until: string | null;
  probing_since: string | null;
  last_delivered_at: string | null;
  last_failure: { at: string; status: number | null; reason: string } | null;
  stopped_events: string[];
}

async function health(): Promise<Health> {
  const path = `/console/fetch/callback-health?tenant_id=${world.tenantId}`;
  return (await world.owner.get<Health>(path)).data;
}

const resume = () => world.owner.post('/console/resume/callbacks', { tenant_id: world.tenantId });
const NOTHING: Health = {
  pending: 0,
  dead: 0,
  oldest_pending_at: null,
  paused_until: null,
  probing_since: null,
  last_delivered_at: null,
  last_failure: null,
  stopped_events: [],
};
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string;

describe('fetch/callback-health', () => {
  it('has nothing to say of a tenant without callbacks', async () => {
    expect(await health()).toEqual(NOTHING);
  });

  it('says when a callback was delivered last', async () => {
    const before = relay.now();
    await write();
    await vi.waitFor(async () => {
      expect(await health()).toEqual({ ...NOTHING, last_delivered_at: TIME });
    }, SOON);
    const { last_delivered_at } = await health();
    expect(Date.parse(last_delivered_at ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('shows what waits and the last failure, which stays for a day after it was overcome', async () => {
    answer = { status: 500 };
    const before = Date.now();
    await write();
    const last_failure = { at: TIME, status: 500, reason: 'status_500' };
    await vi.waitFor(async () => {
      const failing = { ...NOTHING, pending: 3, oldest_pending_at: TIME, last_failure };
      expect(await health()).toEqual(failing);
    }, SOON);
    const { oldest_pending_at } = await health();
    expect(Math.abs(Date.parse(oldest_pending_at ?? '') - before)).toBeLessThan(5_000);

    answer = { status: 200 };
    await resume();
    await vi.waitFor(async () => {
      expect(await health()).toEqual({ ...NOTHING, last_delivered_at: TIME, last_failure });
    }, SOON);
    relay.advance(DAY - HOUR);
    expect((await health()).last_failure).toEqual(last_failure);
    relay.advance(HOUR);
    expect((await health()).last_failure).toBeNull();
  });

  it('says until when the receiver asked for a pause', async () => {
    answer = { status: 503, headers: { 'retry-after': '600' } };
    await write();
    await vi.waitFor(async () => expect((await health()).paused_until).toEqual(TIME), SOON);
    const { paused_until } = await health();
    const inMs = Date.parse(paused_until ?? '') - relay.now();
    expect([inMs > 590_000, inMs <= 600_000]).toEqual([true, true]);
  });

  it('says since when an address that is down is probed', async () => {
    server.closeAllConnections();
    server.close();
    for (let visitor = 0; visitor < 5; visitor++) await write();
    await vi.waitFor(async () => {
      const { probing_since, last_failure } = await health();
      expect([probing_since, last_failure?.status]).toEqual([TIME, null]);
    }, SOON);
    await resume();
    expect(await health()).toMatchObject({ pending: 15, dead: 0 });
  });

  it('names the types of event that the address answered 410 for', async () => {
    answer = { status: 410 };
    await write();
    await vi.waitFor(async () => {
      const { stopped_events, dead, pending } = await health();
      expect([dead, pending]).toEqual([3, 0]);
      expect(stopped_events).toEqual([
        'conversation-started',
        'message-received',
        'ticket-created',
      ]);
    }, SOON);
    // A 410 block applies to one address only.
    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      callback_url_base: 'http://127.0.0.1:9999',
    });
    expect((await health()).stopped_events).toEqual([]);
  });
});

it('knows the last results after a restart, and on another node', async () => {
  const first = await startRelay();
  world = await createWorld(first.url, {
    callback_url_base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bot: { kind: 'none' },
  });
  const { token } = await createVisitor(first.url, world);
  const socket = await VisitorSocket.open(first.url, token);
  await socket.say('m1', 'Where is my parcel?');
  socket.close();
  const path = `/console/fetch/callback-health?tenant_id=${world.tenantId}`;
  const as = { token: world.ownerToken };
  const { data: before } = await vi.waitFor(async () => {
    const answered = await world.owner.get<Health>(path);
    expect(answered.data).toEqual({ ...NOTHING, last_delivered_at: TIME });
    return answered;
  }, SOON);
  await first.cleanUp();
  // The last delivery may be recorded a moment after its event stops being pending.
  const after = (await first.get(path, as)).data as unknown as Health;
  expect(after).toEqual({ ...NOTHING, last_delivered_at: TIME });
  expect(Date.parse(after.last_delivered_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse(before.last_delivered_at ?? ''),
  );
  await first.stop();
});
