import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tenantClient } from '../tenant-api/tenant-client';
import { apiOf } from '../support/api';
import { readSql } from '../support/direct-sql';
import { useRelay } from '../support/relay';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldVisitor,
} from '../support/world';
import { VisitorSocket } from '../support/visitor-socket';
import { SlowPut } from './slow-put';
import { at, put, say, uploaderOf, type Linked } from './uploader';

const MIB = 1024 * 1024;
const SOON = { timeout: 10_000, interval: 20 };
/** Timeout longer than a node needs to notice changes of another one. */
const NOTICED = { timeout: 15_000, interval: 50 };

describe('bytes that arrive', () => {
  const test = useRelay({
    env: {
      TRUSTED_PROXIES: '127.0.0.1/32',
      LIMIT_ARRIVING_UPLOADS_PER_IP: '3',
      LIMIT_ARRIVING_UPLOADS_PER_TENANT: '4',
      LIMIT_ARRIVING_UPLOADS_PER_NODE: '6',
    },
  });

  const worldOf = (attachments: object = {}): Promise<World> =>
    createWorld(test.url, {
      bot: { kind: 'none' },
      attachments: { enabled: true, ...attachments },
    });
  async function visit(world: World) {
    const visitor: WorldVisitor = await createVisitor(test.url, world);
    return { ...visitor, ...uploaderOf(test.url, visitor.token) };
  }
  /** A PUT that has begun and sent all but its last byte; cut when the test ends. */
  function begin(address: string, bytes: number, from = '203.0.113.1'): SlowPut {
    const headers = { 'content-length': bytes, 'x-forwarded-for': from };
    const slow = new SlowPut(test.url, address, headers);
    onTestFinished(() => slow.cut());
    slow.write(Buffer.alloc(bytes - 1, 'a'));
    return slow;
  }
  /** Announces a file and begins to send it. */
  async function arrive(visitor: Awaited<ReturnType<typeof visit>>, bytes: number, from?: string) {
    const { data } = await visitor.create(bytes, 'a.txt');
    return begin(data.put.url, bytes, from);
  }
  const totalOf = async ({ tenantId }: World) => {
    const rows = await readSql<{ bytes: number }>(
      test.database,
      'SELECT bytes FROM upload_totals WHERE tenant_id = ?',
      [tenantId],
    );
    return Number(rows[0]?.bytes ?? 0);
  };
  const leases = async ({ tenantId }: World) =>
    (await readSql(test.database, 'SELECT 1 FROM upload_arrivals WHERE tenant_id = ?', [tenantId]))
      .length;
  const bytesOnDisk = () => {
    const folder = join(test.config.dataDir, 'attachments');
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }))
      .reduce((sum, found) => sum + (found?.size ?? 0), 0);
  };

  it('keeps those of the newest of 30 requests to one address, and refuses all after five', async () => {
    const world = await worldOf();
    const visitor = await visit(world);
    const other = await visit(world);
    const before = bytesOnDisk();
    const { data } = await visitor.create(MIB, 'a.txt');
    const puts = Array.from({ length: 30 }, () => begin(data.put.url, MIB));
    const refusals = () => puts.flatMap(({ code }) => code ?? []);
    await expect.poll(refusals, NOTICED).toEqual(Array(29).fill('state_conflict'));
    await expect.poll(() => bytesOnDisk() - before, SOON).toBe(MIB - 1);
    expect([await totalOf(world), await leases(world)]).toEqual([MIB, 1]);
    await other.upload(Buffer.from('Hello'), 'b.txt');
    puts.find(({ status }) => status === null)!.write('a');
    await expect.poll(() => puts.filter(({ status }) => status === 200).length, SOON).toBe(1);
    expect((await visitor.finish(data.upload_id)).status).toBe(200);
    expect([await totalOf(world), await leases(world)]).toEqual([MIB + 5, 0]);
    expect(bytesOnDisk() - before).toBe(MIB + 5);
  });

  it('books nothing for files that are only announced, and gives back at once what is not kept', async () => {
    const world = await worldOf({ max_bytes: MIB, max_total_bytes: 2 * MIB });
    const before = bytesOnDisk();
    for (let n = 0; n < 4; n++) {
      const visitor = await visit(world);
      const made = await Promise.all(Array.from({ length: 5 }, () => visitor.create(MIB)));
      expect(made.map(({ status }) => status)).toEqual(Array(5).fill(201));
      const [cancelled, kept] = made;
      await visitor.cancel(cancelled!.data.upload_id);
      expect((await put(test.url, kept!.data.put.url, Buffer.alloc(MIB, 'a'))).status).toBe(200);
      expect(await totalOf(world)).toBe(MIB);
      await visitor.cancel(kept!.data.upload_id);
      expect(await totalOf(world)).toBe(0);
    }
    const visitor = await visit(world);
    const { data } = await visitor.create(100, 'a.html');
    await put(test.url, data.put.url, Buffer.alloc(99, 'a')); // too few
    expect(await totalOf(world)).toBe(0);
    expect((await put(test.url, data.put.url, Buffer.alloc(101, 'a'))).status).toBe(413);
    const cut = begin(data.put.url, 100);
    await expect.poll(() => totalOf(world), SOON).toBe(100);
    cut.cut();
    await expect.poll(() => totalOf(world), SOON).toBe(0);
    await put(test.url, data.put.url, Buffer.from('<html>'.padEnd(100)));
    expect((await visitor.finish(data.upload_id)).status).toBe(415);
    expect(await totalOf(world)).toBe(0);
    const late = await visitor.create(100, 'a.txt');
    await put(test.url, late.data.put.url, Buffer.alloc(100, 'a'));
    expect(await totalOf(world)).toBe(100);
    test.advance(3_600_001);
    await expect.poll(() => totalOf(world), SOON).toBe(0);
    await expect.poll(() => bytesOnDisk() - before, NOTICED).toBe(0);
    expect((await put(test.url, late.data.put.url, Buffer.alloc(100))).status).toBe(403);
  });

  it('count at once per session, network, tenant and node', async () => {
    const [one, two] = await Promise.all([worldOf(), worldOf()]);
    const [a, b] = [await visit(one), await visit(one)];
    const first = await arrive(a, 1000, '2001:db8::1');
    await arrive(a, 1000, '2001:db8::2');
    await expect.poll(() => leases(one), SOON).toBe(2);
    const third = await arrive(a, 1000, '203.0.113.7');
    await expect.poll(() => third.code, SOON).toBe('rate_limited');
    expect(third.answer).toMatch(/^retry-after: 5\r$/im);
    expect(third.answer).toMatch(/^connection: close\r$/im);
    await arrive(b, 1000, '2001:db8::3');
    await expect.poll(() => leases(one), SOON).toBe(3);
    const sameNetwork = await arrive(await visit(two), 1000, '2001:db8::4');
    await expect.poll(() => sameNetwork.status, SOON).toBe(429);
    await arrive(b, 1000, '203.0.113.8');
    await expect.poll(() => leases(one), SOON).toBe(4);
    const sameTenant = await arrive(await visit(one), 1000, '203.0.113.9');
    await expect.poll(() => sameTenant.status, SOON).toBe(429);
    const c = await visit(two);
    await arrive(c, 1000, '203.0.113.10');
    await arrive(c, 1000, '203.0.113.10');
    await expect.poll(() => leases(two), SOON).toBe(2);
    const sameNode = await arrive(await visit(two), 1000, '203.0.113.11');
    await expect.poll(() => `${sameNode.status} ${sameNode.code}`, SOON).toBe('503 overloaded');
    first.write('a');
    await expect.poll(() => first.status, SOON).toBe(200);
    const after = await arrive(await visit(two), 1000, '2001:db8::4');
    await expect.poll(() => leases(two), SOON).toBe(3);
    expect(after.status).toBe(null);
  });

  it('leave room to other networks, and to operators', async () => {
    const world = await worldOf({ max_bytes: 1000, max_total_bytes: 4000 });
    const send = async (from: string) => {
      const visitor = await visit(world);
      const { data, status } = await visitor.create(1000, 'a.txt');
      if (status !== 201) return { visitor, status, id: '' };
      const slow = begin(data.put.url, 1000, from);
      slow.write('a');
      await expect.poll(() => slow.status, SOON).not.toBe(null);
      if (slow.status === 200) await visitor.finish(data.upload_id);
      return { visitor, status: slow.status, id: data.upload_id };
    };
    const first = await send('203.0.113.1');
    expect(first.status).toBe(200);
    expect((await send('203.0.113.1')).status).toBe(429);
    const socket = await VisitorSocket.open(test.url, first.visitor.token);
    await say(socket, 'm1', '', [first.id]);
    const { conversation } = await socket.next('status');
    expect((await send('203.0.113.1')).status).toBe(200);
    expect((await send('203.0.113.2')).status).toBe(200);
    expect((await send('203.0.113.3')).status).toBe(429);
    const ana = await addOperator(test.url, world, 'Ana');
    const answer = await ana.api.post<{ put: { url: string } }>('/console/create/upload', {
      conversation_id: conversation.conversation_id,
      name: 'a.txt',
      bytes: 1000,
    });
    expect((await put(test.url, answer.data.put.url, Buffer.alloc(1000, 'a'))).status).toBe(200);
    const { tenantId, tenantSecret: secret } = world;
    const backend = tenantClient(test.url, { tenantId, secret, timestampMs: test.now() });
    const full = await backend<{ code: string }>('create/upload', {
      conversation_id: conversation.conversation_id,
      name: 'b.txt',
      bytes: 1000,
    });
    expect([full.status, full.data.code]).toEqual([429, 'rate_limited']);
  });

  it('end within seconds when their visitor is erased, or their tenant is suspended or deleted', async () => {
    const [erased, suspended, off] = await Promise.all([worldOf(), worldOf(), worldOf()]);
    const before = bytesOnDisk();
    const gone = await visit(erased);
    const puts = await Promise.all([
      arrive(gone, 5 * MIB, '203.0.113.21'),
      arrive(await visit(suspended), 5 * MIB, '203.0.113.22'),
      arrive(await visit(off), 5 * MIB, '203.0.113.23'),
    ]);
    for (const world of [erased, suspended, off]) {
      await expect.poll(() => leases(world), SOON).toBe(1);
    }
    await erased.owner.post('/console/erase/visitor', {
      tenant_id: erased.tenantId,
      session_id: gone.sessionId,
    });
    expect(await totalOf(erased)).toBe(0);
    await suspended.owner.post('/console/delete/tenant', {
      tenant_id: suspended.tenantId,
      tenant_name: 'Shop',
    });
    await off.owner.post('/console/update/tenant', {
      tenant_id: off.tenantId,
      attachments: { enabled: false },
    });
    await expect
      .poll(() => puts.map(({ status, code }) => `${status} ${code}`), NOTICED)
      .toEqual(['409 state_conflict', '403 tenant_suspended', '403 attachments_disabled']);
    await expect.poll(bytesOnDisk, SOON).toBe(before);
    for (const world of [erased, suspended, off]) expect(await leases(world)).toBe(0);
  });

  it('are taken in every form that HTTP has, and no more than announced', async () => {
    const world = await worldOf();
    const visitor = await visit(world);
    const send = async (headers: Record<string, string | number>, ...parts: string[]) => {
      const { data } = await visitor.create(10, 'a.txt');
      const slow = new SlowPut(test.url, data.put.url, headers, { allowHalfOpen: true });
      onTestFinished(() => slow.cut());
      for (const part of parts) slow.write(part);
      return {
        slow,
        finish: () => visitor.finish(data.upload_id),
        cancel: () => visitor.cancel(data.upload_id),
      };
    };
    const chunked = await send({ 'transfer-encoding': 'chunked' }, 'a\r\n0123456789\r\n0\r\n\r\n');
    await expect.poll(() => chunked.slow.status, SOON).toBe(200);
    expect((await chunked.finish()).status).toBe(200);
    const endless = await send({ 'transfer-encoding': 'chunked' }, 'b\r\n01234567890\r\n');
    await expect.poll(() => endless.slow.status, SOON).toBe(413);
    await endless.slow.closed;
    const larger = await send({ 'content-length': 5 * MIB }, 'x');
    await expect.poll(() => larger.slow.status, SOON).toBe(413);
    await larger.slow.closed;
    const asked = await send({ 'content-length': 10, expect: '100-continue' });
    await expect.poll(() => asked.slow.answer, SOON).toContain('100 Continue');
    asked.slow.write('0123456789');
    await expect.poll(() => asked.slow.status, SOON).toBe(200);
    await asked.cancel();
    const halfClosed = await send({ 'content-length': 10 }, '01234');
    await expect.poll(() => leases(world), SOON).toBe(1);
    halfClosed.slow.end();
    await expect.poll(() => leases(world), SOON).toBe(0);
    await halfClosed.slow.closed;
    expect(await totalOf(world)).toBe(10);
    const { data } = await apiOf(test.url, visitor.token).post<{ code: string }>('/finish/upload', {
      upload_id: 'up_unknown',
    });
    expect(data.code).toBe('not_found');
  });
});

describe('files on slow lines', () => {
  const test = useRelay({
    env: {
      LIMIT_TRANSFER_GRACE_S: '2',
      LIMIT_TRANSFER_BYTES_PER_S: `${10 * MIB}`,
      LIMIT_OPEN_DOWNLOADS_PER_IP: '2',
    },
  });

  it('are cut off when their time is over, though some bytes come, or are read, all the time', async () => {
    const world = await createWorld(test.url, {
      bot: { kind: 'none' },
      attachments: { enabled: true },
    });
    const { token } = await createVisitor(test.url, world);
    const { create, upload } = uploaderOf(test.url, token);
    const { upload_id } = await upload(Buffer.alloc(10 * MIB, 'a'), 'b.txt');
    const socket = await VisitorSocket.open(test.url, token);
    const [{ url }] = (await say(socket, 'm1', '', [upload_id])).attachments as [Linked];
    const readers = await Promise.all([1, 2].map(() => fetch(at(test.url, url))));
    expect(readers.map(({ status }) => status)).toEqual([200, 200]);
    const more = await fetch(at(test.url, url));
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '5']);
    const { data } = await create(100, 'a.txt');
    const dripping = new SlowPut(test.url, data.put.url, { 'content-length': 100 });
    const timer = setInterval(() => dripping.write('a'), 100);
    onTestFinished(() => clearInterval(timer));
    await expect.poll(() => `${dripping.status} ${dripping.code}`, SOON).toBe('400 bad_json');
    await dripping.closed;
    const leases = await readSql(test.database, 'SELECT 1 FROM upload_arrivals');
    expect(leases).toEqual([]);
    await Promise.all(readers.map((reader) => expect(reader.arrayBuffer()).rejects.toThrow()));
    await expect.poll(async () => (await fetch(at(test.url, url))).status, SOON).toBe(200);
  });
});
