import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleRelay } from '../support/bundled-relay';
import { createTestDatabase, type TestDatabaseAddress } from '../support/database';
import { TEST_MASTER_KEY } from '../support/master-key';
import { startProcess, type EndedStart } from '../support/relay-start';

vi.setConfig({ testTimeout: 60_000 });

let bundle: Awaited<ReturnType<typeof bundleRelay>>;
let database: TestDatabaseAddress;
let folder: string;
/** A proxy to the database that can be closed. */
let gate: Server;
let address: URL;
const links = new Set<Socket>();
beforeAll(async () => {
  bundle = await bundleRelay();
});

describe('a relay whose database is unreachable when it starts', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'chat-relay-away-'));
    database = await createTestDatabase();
    const { hostname, port } = new URL(database.url);
    gate = createServer((socket) => {
      const link = connect(Number(port), hostname);
      links.add(socket).add(link);
      socket.pipe(link).pipe(socket);
      for (const end of [socket, link]) end.on('error', () => end.destroy());
    });
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    address = new URL(database.url);
    address.port = String((gate.address() as AddressInfo).port);
    gate.close();
    await once(gate, 'close');
  });
  afterEach(async () => {
    gate.close();
    for (const link of links) link.destroy();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (url: string) =>
    startProcess(bundle.script, {
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: url,
      MASTER_KEY: TEST_MASTER_KEY,
    });

  it('waits for the database at the start, and serves when it is reachable', async () => {
    const relay = start(address.href);
    await expect.poll(relay.text, { timeout: 30_000 }).toContain('waiting for the database');
    gate.listen(Number(address.port), '127.0.0.1');
    expect(await relay.listensOrEnds).toBe('listens');
    await relay.kill();
  });

  it('waits 30 s for the database, then ends with 75 and one line', async () => {
    const began = performance.now();
    const relay = start(address.href);
    const end = (await relay.listensOrEnds) as EndedStart;
    const seconds = (performance.now() - began) / 1000;
    expect(end.code).toBe(75);
    const lines = end.text.trimEnd().split('\n');
    const waits = lines.filter((line) => line.includes('waiting for the database'));
    expect(waits.length).toBeGreaterThanOrEqual(25);
    expect(waits.length).toBeLessThanOrEqual(31);
    expect(lines.slice(waits.length)).toEqual([
      expect.stringMatching(/^DATABASE_URL: mysql:.+ECONNREFUSED/),
    ]);
    expect(seconds).toBeGreaterThan(29);
    expect(seconds).toBeLessThan(45);
  });

  it('does not wait for a database setting that a person must change', async () => {
    const url = new URL(database.url);
    url.pathname = '/there_is_no_such_database';
    expect(await start(url.href).listensOrEnds).toMatchObject({
      code: 78,
      text: expect.stringMatching(/^DATABASE_URL: [^\n]+ER_BAD_DB_ERROR[^\n]+\n$/),
    });
    const other = new URL(database.url);
    other.username = 'nosuchuser';
    other.password = 's3cret';
    const end = (await start(other.href).listensOrEnds) as EndedStart;
    expect(end).toMatchObject({
      code: 78,
      text: expect.stringMatching(/^DATABASE_URL: [^\n]+\n$/),
    });
    expect(end.text).not.toContain('s3cret');
  });
});
