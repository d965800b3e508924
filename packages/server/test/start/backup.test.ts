import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countPendingEvents, readByRest } from '../../../lab/bench/torture/stored';
import { openDatabase } from '../../src/platform/storage/open-database';
import { bundleRelay } from '../support/bundled-relay';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { generousMessageLimits } from '../support/message-limits';
import { startRelay } from '../support/relay';
import { startTalker } from '../support/talker';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld } from '../support/world';

const VISITORS = 6;
const ENV = {
  ...generousMessageLimits,
  // Tokens name it, so a restored relay keeps it.
  BASE_URL: 'http://relay.test',
};
/** An event that a worker had leased when the backup was made stays leased this long after the restore. */
const LEASE_MS = 30_000;

let script: string;
let folder: string;
let secret = '';
let backend: CallbackReceiver;
beforeAll(async () => {
  ({ script } = await bundleRelay());
  folder = mkdtempSync(join(tmpdir(), 'chat-relay-backup-'));
  backend = await startCallbackReceiver({ secretsFor: () => [secret] });
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true });
});

it('restores all that was acked before a backup that is made under load', async () => {
  const relay = await startRelay({ env: ENV });
  const world = await createWorld(relay.url, { callback_url_base: backend.url });
  secret = world.tenantSecret;
  const talks = await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const { token } = await createVisitor(relay.url, world);
      const socket = await VisitorSocket.open(relay.url, token);
      return { token, socket, talker: startTalker(socket), acked: new Map<string, number>() };
    }),
  );
  const leastAcked = () => Math.min(...talks.map(({ talker }) => talker.acked.size));
  await expect.poll(leastAcked, { timeout: 20_000 }).toBeGreaterThan(5);
  for (const talk of talks) talk.acked = new Map(talk.talker.acked);
  const file = await backUp(relay.database.url);
  const isTalking = talks.map(({ talker, acked }) => talker.acked.size > acked.size);
  await Promise.all(talks.map(({ talker }) => talker.stop()));
  for (const { socket } of talks) socket.ws.terminate();
  await relay.stop();
  expect(talks.flatMap(({ talker }) => talker.errors)).toEqual([]);
  // A quick backup may fall between two acks of a visitor.
  expect(isTalking).toContain(true);

  const database = await restore(file);
  const restored = await startRelay({ env: ENV, database });
  const callbacksBefore = backend.arrivals.length;
  for (const { token, talker, acked } of talks) {
    const stored = new Map(
      (await readByRest(restored.url, token)).map(({ content, seq }) => [content, seq]),
    );
    for (const [content, seq] of acked) expect(stored.get(content)).toBe(seq);
    const seen = Math.max(...talker.acked.values());
    const isBehind = Math.max(...stored.values()) < seen;
    const socket = await VisitorSocket.open(restored.url, token, { since: seen });
    const { resume } = await socket.next('welcome');
    expect(resume.status === 'reset').toBe(isBehind);
    await socket.say('after the restoration', 'Où est mon colis ? 🙂');
    socket.ws.terminate();
  }
  const { read, close } = await openDatabase(database.url, quietLog);
  await expect
    .poll(() => countPendingEvents(read), { timeout: LEASE_MS + 10_000, interval: 200 })
    .toBe(0);
  await close();
  const after = backend.arrivals.slice(callbacksBefore);
  expect(new Set(after.map(({ conversationId }) => conversationId)).size).toBe(VISITORS);
  expect(backend.refusals).toEqual([]);
  await restored.stop();
  await database.drop();
}, 120_000);

/** Makes a backup as docs/OPERATIONS.md says, and returns its file. */
async function backUp(url: string): Promise<string> {
  const file = join(folder, 'backup');
  const env = { PATH: process.env['PATH'], DATABASE_URL: url };
  if (url.startsWith('sqlite:')) {
    await promisify(execFile)(process.execPath, [script, 'backup', file], { cwd: folder, env });
  } else {
    await runMariaDb('mariadb-dump', ['--single-transaction', '--quick'], url, { writes: file });
  }
  return file;
}

async function restore(file: string): Promise<TestDatabaseAddress> {
  if (process.env['TEST_DATABASE'] !== 'mysql') {
    return { url: `sqlite:${file}`, drop: async () => {} };
  }
  const database = await createTestDatabase();
  await runMariaDb('mariadb', [], database.url, { reads: file });
  return database;
}

async function runMariaDb(
  program: string,
  args: readonly string[],
  url: string,
  { reads, writes }: { reads?: string; writes?: string },
): Promise<void> {
  const { hostname, port, username, pathname } = new URL(url);
  const from = reads === undefined ? 'ignore' : openSync(reads, 'r');
  const to = writes === undefined ? 'ignore' : openSync(writes, 'wx', 0o600);
  const where = ['--host', hostname, '--port', port, '--user', username, pathname.slice(1)];
  const child = spawn(program, [...args, ...where], { stdio: [from, to, 'inherit'] });
  const [code] = await once(child, 'close');
  for (const file of [from, to]) if (typeof file === 'number') closeSync(file);
  expect(code).toBe(0);
}
