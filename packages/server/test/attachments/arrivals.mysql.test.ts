import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabaseAddress } from '../support/database';
import { readSql, writeSql } from '../support/direct-sql';
import { startRelay, type TestRelay } from '../support/relay';
import { createVisitor, createWorld, type World } from '../support/world';
import { SlowPut } from './slow-put';
import { put, uploaderOf } from './uploader';

const SOON = { timeout: 15_000, interval: 20 };
const TEXT = 'All of these bytes.';

describe('bytes that arrive on two nodes', () => {
  let folder: string;
  let database: TestDatabaseAddress;
  let nodes: [TestRelay, TestRelay];
  let worlds: [World, World];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chat-relay-shared-'));
    database = await createTestDatabase();
    const env = { ATTACHMENTS_URL: `file:${folder}`, LIMIT_ARRIVING_UPLOADS_PER_IP: '3' };
    nodes = [await startRelay({ database, env }), await startRelay({ database, env })];
    const make = () => createWorld(nodes[0].url, { attachments: { enabled: true } });
    worlds = [await make(), await make()];
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const visit = async (world = worlds[0]) => {
    const { token } = await createVisitor(nodes[0].url, world);
    return uploaderOf(nodes[0].url, token);
  };
  const begin = (node: 0 | 1, address: string) => {
    const slow = new SlowPut(nodes[node].url, address, { 'content-length': TEXT.length });
    slow.write(TEXT.slice(1));
    return slow;
  };
  const leases = async () => (await readSql(database, 'SELECT 1 FROM upload_arrivals')).length;
  const files = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const booked = async () => {
    const [row] = await readSql<{ n: string }>(
      database,
      'SELECT SUM(bytes) AS n FROM upload_totals',
    );
    return Number(row?.n);
  };

  it('are kept of the newest request: the one on the other node ends', async () => {
    const visitor = await visit();
    const { data } = await visitor.create(TEXT.length, 'a.txt');
    const older = begin(0, data.put.url);
    await expect.poll(leases, SOON).toBe(1);
    expect((await put(nodes[1].url, data.put.url, Buffer.from(TEXT))).status).toBe(200);
    await expect.poll(() => `${older.status} ${older.code}`, SOON).toBe('409 state_conflict');
    await expect.poll(leases, SOON).toBe(0);
    expect((await visitor.finish(data.upload_id)).data).toMatchObject({ bytes: TEXT.length });
    expect(files()).toHaveLength(1);
    expect(await booked()).toBe(TEXT.length);
  });

  it('are never of more files of a network than allowed, over tenants and nodes', async () => {
    const begun = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { data } = await (await visit(worlds[n % 2])).create(TEXT.length, 'a.txt');
        return data.put.url;
      }),
    );
    const puts = begun.map((url, n) => begin(n % 4 < 2 ? 0 : 1, url));
    const open = () => puts.filter(({ status }) => status === null).length;
    await expect.poll(open, SOON).toBeLessThanOrEqual(3);
    expect(await leases()).toBeLessThanOrEqual(3);
    expect(puts.filter(({ code }) => code === 'rate_limited').length).toBe(12 - open());
    for (const slow of puts) slow.cut();
    await expect.poll(leases, SOON).toBe(0);
    expect(await booked()).toBe(TEXT.length);
  });

  it('are given back when their node has died: its lease ends', async () => {
    const visitor = await visit();
    const { data } = await visitor.create(TEXT.length, 'a.txt');
    const slow = begin(0, data.put.url);
    await expect.poll(leases, SOON).toBe(1);
    await writeSql(database, 'UPDATE upload_arrivals SET ends_at = 1');
    await expect.poll(leases, SOON).toBe(0);
    expect(await booked()).toBe(TEXT.length);
    await expect.poll(() => slow.code, SOON).toBe('state_conflict');
    await expect.poll(() => files().length, SOON).toBe(1);
    const again = await put(nodes[1].url, data.put.url, Buffer.from(TEXT));
    expect(again.status).toBe(200);
  });
});
