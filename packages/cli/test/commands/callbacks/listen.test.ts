import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestCallback, type CallbackEvent } from '@chat-relay/receiver-sdk';
import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstIdAt } from '../../../../server/src/platform/ids';
import { openDatabase } from '../../../../server/src/platform/storage/open-database';
import { insertRows } from '../../../../server/src/platform/storage/sql';
import { startBotBackend, type BotBackend } from '../../../../server/test/support/bot-backend';
import {
  createTestDatabase,
  quietLog,
  type TestDatabaseAddress,
} from '../../../../server/test/support/database';
import { startRelay, type TestRelay } from '../../../../server/test/support/relay';
import { VisitorSocket } from '../../../../server/test/support/visitor-socket';
import {
  createVisitor,
  createWorld,
  type World,
  type WorldVisitor,
} from '../../../../server/test/support/world';
import { createLocalReceiver, type LocalReceiver } from '../../support/local-receiver';
import { setUpRelayctl } from '../../support/relayctl';

const relayctl = setUpRelayctl();
const SECRET = 'ts_a-local-secret';

let port: number;
let database: TestDatabaseAddress;
let relay: TestRelay;
let backend: BotBackend;
let world: World;
let stateFolder: string;

const startAgain = async () => {
  const env = { PORT: String(port), LIMIT_CONSOLE_PER_IP: '100000' };
  relay = await startRelay({ database, env });
};

beforeEach(async () => {
  port = await freePort();
  database = await createTestDatabase();
  await startAgain();
  backend = await startBotBackend(() => ({ received: true }));
  world = await createWorld(relay.url, { callback_url_base: backend.url, bot: { kind: 'none' } });
  stateFolder = mkdtempSync(join(tmpdir(), 'relayctl-state-'));
});
afterEach(async () => {
  await relay.stop();
  await backend.close();
  await database.drop();
  rmSync(stateFolder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Starts a listener as its own process. */
function listen(to: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = relayctl.start(['callback', 'listen', '--forward-to', to, ...args], {
    RELAY_URL: relay.url,
    RELAY_TOKEN: world.ownerToken,
    RELAY_LOCAL_SECRET: SECRET,
    XDG_STATE_HOME: stateFolder,
    ...env,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    isReady: () => vi.waitFor(() => expect(stderr + stdout).toMatch(/go to|"listening"/), 10_000),
    kill: async (signal: NodeJS.Signals) => {
      child.kill(signal);
      return ended;
    },
  };
}

async function write(visitor: WorldVisitor, text: string): Promise<void> {
  const socket = await VisitorSocket.open(relay.url, visitor.token);
  await socket.say(text, text);
  socket.close();
}

async function receiverFor(options?: Parameters<typeof createLocalReceiver>[1], secret = SECRET) {
  const receiver = await createLocalReceiver(secret, options);
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** Inserts events directly into the relay's database: writing so many as a visitor would take too long. */
async function insertEvents(
  events: readonly { conversationId: string; sequence: number; timeMs: number }[],
): Promise<void> {
  const rows = events.map(({ conversationId, sequence, timeMs }) => {
    const event = createTestCallback('message-received', {
      event_id: firstIdAt(timeMs).slice(0, 14) + randomUUID().slice(14).replace(/^./, '7'),
      tenant_id: world.tenantId,
      conversation_id: conversationId,
      sequence,
    });
    const body = Buffer.from(JSON.stringify(event));
    return {
      tenant_id: world.tenantId,
      conversation_id: conversationId,
      sequence,
      event_id: event.event_id,
      event: event.event,
      body,
      body_sha256: sha256Hex(body),
      state: 'delivered',
      attempts: 1,
      last_timestamp: timeMs,
      created_at: timeMs,
    };
  });
  const writer = await openDatabase(database.url, quietLog);
  const columns = Object.keys(rows[0] ?? {});
  await writer.transaction((tx) => insertRows(tx, { name: 'callback_events', columns }, rows));
  await writer.close();
}

interface Logged {
  event_id: string;
  conversation_id: string;
  sequence: number;
  body_text: string;
}

async function readLog(): Promise<Logged[]> {
  const { data } = await world.owner.get<{ callbacks: Logged[] }>(
    `/console/fetch/callbacks?tenant_id=${world.tenantId}&order=asc&bodies=true&limit=200`,
  );
  return data.callbacks;
}

/** Conversation id → sequence numbers in the order of first arrival, without repeats. */
function orderOf(events: readonly CallbackEvent[]): Record<string, number[]> {
  const order: Record<string, number[]> = {};
  const seen = new Set<string>();
  for (const { event_id, conversation_id, sequence } of events) {
    if (seen.has(event_id)) continue;
    seen.add(event_id);
    (order[conversation_id] ??= []).push(sequence);
  }
  return order;
}

/** Waits for all events and compares them with the log: complete, in each conversation's order, and byte for byte. */
async function expectAll(receiver: LocalReceiver): Promise<void> {
  const log = await readLog();
  await vi.waitFor(
    () => expect(new Set(receiver.events.map(({ event_id }) => event_id)).size).toBe(log.length),
    { timeout: 15_000, interval: 100 },
  );
  const expected: Record<string, number[]> = {};
  for (const { conversation_id, sequence } of log)
    (expected[conversation_id] ??= []).push(sequence);
  for (const sequences of Object.values(expected)) sequences.sort((a, b) => a - b);
  expect(orderOf(receiver.events)).toEqual(expected);
  expect(receiver.errors).toEqual([]);
}

describe('callback listen', () => {
  it('forwards new callbacks, signed and byte for byte, and prints a line for each', async () => {
    const visitor = await createVisitor(relay.url, world);
    await write(visitor, 'before');
    const receiver = await receiverFor();
    const listener = listen(`${receiver.url}/`);
    await listener.isReady();
    await write(visitor, 'after');
    await vi.waitFor(() => expect(receiver.events).toHaveLength(1), 10_000);
    const last = (await readLog()).at(-1);
    expect(JSON.stringify(receiver.events[0])).toBe(last?.body_text);
    expect(receiver.errors).toEqual([]);
    await vi.waitFor(() =>
      expect(listener.stdout()).toMatch(
        new RegExp(`^\\S+Z  message-received +${last?.conversation_id}  200 +\\d+ ms\n$`),
      ),
    );
    expect(await listener.kill('SIGINT')).toBe(0);
    expect(listener.stderr()).toMatch(
      /Stopped: 1 accepted, 0 waiting\. The next run continues after /,
    );
    expect(listener.stdout() + listener.stderr()).not.toContain(SECRET);
  });

  it('continues exactly where the listener was stopped, and starts over only with --afresh', async () => {
    const visitor = await createVisitor(relay.url, world);
    await write(visitor, 'one');
    const receiver = await receiverFor();
    const args = ['--since', '10m'];
    const first = listen(receiver.url, args);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(3), 10_000);
    expect(await first.kill('SIGTERM')).toBe(0);
    await write(visitor, 'two');
    const second = listen(receiver.url, args);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(4), 10_000);
    expect(await second.kill('SIGINT')).toBe(0);
    expect(second.stderr()).toContain('--afresh');
    expect(orderOf(receiver.events)).toEqual({
      [receiver.events[0]!.conversation_id]: [1, 2, 3, 4],
    });
    const third = listen(receiver.url, [...args, '--afresh']);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(8), 10_000);
    expect(await third.kill('SIGINT')).toBe(0);
    expect(receiver.errors).toEqual([]);
  });

  it('makes a secret for the receiver, shows it once and stores it for its owner alone', async () => {
    const first = listen('http://127.0.0.1:1', [], { RELAY_LOCAL_SECRET: '' });
    await first.isReady();
    const [secret = ''] = /ts_[\w-]{43}/.exec(first.stderr()) ?? [];
    expect(secret).not.toBe('');
    await first.kill('SIGINT');
    const visitor = await createVisitor(relay.url, world);
    await write(visitor, 'hello');
    const receiver = await receiverFor({}, secret);
    const second = listen(receiver.url, ['--json'], { RELAY_LOCAL_SECRET: '' });
    await vi.waitFor(() => expect(receiver.events).toHaveLength(3), 10_000);
    expect(receiver.errors).toEqual([]);
    expect(await second.kill('SIGINT')).toBe(0);
    expect(second.stdout() + second.stderr()).not.toContain(secret);
    const lines = second.stdout().trim().split('\n');
    const said = lines.map((line) => JSON.parse(line) as { type: string });
    expect(said.map(({ type }) => type)).toEqual([
      'listening',
      'attempt',
      'attempt',
      'attempt',
      'stopped',
    ]);
    expect(said[1]).toMatchObject({
      event: 'conversation-started',
      sequence: 1,
      status: 200,
      retry_in_ms: null,
    });
    const folder = join(stateFolder, 'chat-relay', 'listen');
    const files = readdirSync(folder);
    expect(files).toEqual([`default.${world.tenantId}`]);
    expect(statSync(join(folder, files[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, files[0] ?? ''), 'utf8')).toContain(secret);
  });

  it('holds up the conversation whose callback is refused, and no other', async () => {
    let isPoisoned = true;
    const [poisoned, healthy] = [
      await createVisitor(relay.url, world),
      await createVisitor(relay.url, world),
    ];
    const receiver = await receiverFor({
      refuse: ({ visitor_session_id, sequence }) =>
        isPoisoned && visitor_session_id === poisoned.sessionId && sequence === 2,
    });
    const listener = listen(receiver.url);
    await listener.isReady();
    await write(poisoned, 'one');
    await write(healthy, 'two');
    await vi.waitFor(() => expect(receiver.events).toHaveLength(4), 10_000);
    expect(listener.stdout()).toMatch(/ 500 +\d+ ms, again in \d\.\d s\n/);
    expect(orderOf(receiver.events)).toMatchObject({
      [receiver.events.find((each) => each.visitor_session_id === poisoned.sessionId)!
        .conversation_id]: [1],
    });
    isPoisoned = false;
    await expectAll(receiver);
    expect(await listener.kill('SIGINT')).toBe(0);
  });

  it('says where it will continue when the listener is stopped while the receiver is down', async () => {
    const visitor = await createVisitor(relay.url, world);
    const listener = listen('http://127.0.0.1:1', ['--since', '1h']);
    await write(visitor, 'one');
    await vi.waitFor(() => expect(listener.stderr()).toContain('nothing listens there'), 10_000);
    expect(await listener.kill('SIGINT')).toBe(0);
    expect(listener.stderr()).toMatch(
      /Stopped: 0 accepted, 3 waiting\. The next run continues with conversation-started of \S+ \(\S+\)\.\n$/,
    );
  });

  it('loses no callback and keeps their order while relay, receiver and listener restart', async () => {
    const visitors = await Promise.all(
      Array.from({ length: 4 }, () => createVisitor(relay.url, world)),
    );
    const receiver = await receiverFor();
    let listener = listen(receiver.url);
    await listener.isReady();
    let written = 0;
    /** Everybody writes in turn while `what` happens, and once more after it. */
    const meanwhile = async (what: () => Promise<unknown>): Promise<void> => {
      const happening = what();
      let isOver = false;
      void happening.finally(() => (isOver = true));
      do {
        const visitor = visitors[randomInt(visitors.length)]!;
        written += 1;
        await write(visitor, `message ${written}`);
      } while (!isOver);
      await happening;
    };

    await meanwhile(() => receiver.stop());
    await vi.waitFor(() => expect(listener.stderr()).toContain('does not answer'), 10_000);
    await meanwhile(() => receiver.start());
    await vi.waitFor(() => expect(listener.stderr()).toContain('answers again'), 10_000);
    await expectAll(receiver);
    expect(receiver.events).toHaveLength((await readLog()).length); // nothing twice so far

    await relay.stop();
    await vi.waitFor(() => expect(listener.stderr()).toContain('until it is back'), 20_000);
    await startAgain();
    await meanwhile(() => vi.waitFor(() => expect(listener.stderr()).toContain('is back'), 25_000));
    await expectAll(receiver);
    expect(receiver.events).toHaveLength((await readLog()).length);

    for (let kills = 0; kills < 3; kills++) {
      await meanwhile(() => listener.kill('SIGKILL'));
      listener = listen(receiver.url);
      await meanwhile(() => listener.isReady());
    }
    await expectAll(receiver);
    const log = await readLog();
    expect(log.length).toBeLessThan(200);
    // At most what was under way at each kill: one of each conversation.
    expect(receiver.events.length - log.length).toBeLessThanOrEqual(3 * visitors.length);
    expect(await listener.kill('SIGINT')).toBe(0);
  }, 120_000);

  it('reads a long log page by page, and finds callbacks that appear late', async () => {
    const startMs = Date.now() - 600_000;
    const conversations = Array.from({ length: 30 }, (_, index) => `${index}`.padStart(24, 'c'));
    /** Two of a conversation in each millisecond, and the second half two minutes after the first. */
    const timeOf = (sequence: number): number =>
      startMs + Math.floor(sequence / 2) + (sequence > 40 ? 120_000 : 0);
    const insertAll = (first: number, last: number) =>
      insertEvents(
        conversations.flatMap((conversationId) =>
          Array.from({ length: last - first + 1 }, (_, index) => ({
            conversationId,
            sequence: first + index,
            timeMs: timeOf(first + index),
          })),
        ),
      );
    await insertAll(1, 40);
    const receiver = await receiverFor();
    const listener = listen(receiver.url, ['--since', '1h']);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(1200), 20_000);
    await insertAll(41, 80);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(2400), 20_000);
    const expected = Array.from({ length: 80 }, (_, index) => index + 1);
    expect(orderOf(receiver.events)).toEqual(
      Object.fromEntries(conversations.map((conversationId) => [conversationId, expected])),
    );
    // As another node's transaction that was slow to commit: what came later was read already.
    const late = { conversationId: 'd'.repeat(24), timeMs: timeOf(80) - 30_000 };
    await insertEvents([
      { ...late, sequence: 1 },
      { ...late, sequence: 2 },
    ]);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(2402), 15_000);
    expect(orderOf(receiver.events)[late.conversationId]).toEqual([1, 2]);
    expect(receiver.errors).toEqual([]);
    expect(await listener.kill('SIGINT')).toBe(0);

    const again = listen(receiver.url);
    await again.isReady();
    await insertEvents([{ ...late, sequence: 3, timeMs: timeOf(100) }]);
    await vi.waitFor(() => expect(receiver.events).toHaveLength(2403), 10_000);
    expect(await again.kill('SIGINT')).toBe(0);
    expect(again.stderr()).toContain('Stopped: 1 accepted, 0 waiting.');
  }, 60_000);

  it('refuses to start a second listener for the same tenant', async () => {
    const first = listen('http://127.0.0.1:1');
    await first.isReady();
    const second = listen('http://127.0.0.1:1');
    expect(await second.ended).toBe(2);
    expect(second.stderr()).toMatch(
      /^relayctl: Process \d+ listens for this tenant already\. [^\n]+\n$/,
    );
    await first.kill('SIGKILL');
    const third = listen('http://127.0.0.1:1');
    await third.isReady();
    expect(await third.kill('SIGINT')).toBe(0);
  });

  it('ends with one clear line where the listener can’t start', async () => {
    for (const [args, env, exitCode, words] of [
      [['localhost:3000'], {}, 2, '--forward-to must be like'],
      [['http://a:b@localhost'], {}, 2, '--forward-to must be like'],
      [['http://localhost', '--since', 'yesterday'], {}, 2, 'A time must be like 10m'],
      [['http://localhost'], { RELAY_TOKEN: 'wrong' }, 3, 'Run relayctl login'],
      [['http://localhost', '--tenant', 'Nope'], {}, 4, 'There is no tenant with the name '],
      [['http://localhost'], { RELAY_URL: 'http://127.0.0.1:1' }, 5, "can't be reached"],
    ] as const) {
      const [to, ...more] = args;
      const listener = listen(to, more, env);
      expect(await listener.ended).toBe(exitCode);
      expect(listener.stdout()).toBe('');
      expect(listener.stderr()).toContain(words);
    }
  });

  it('warns of a tenant that has no callback address and so no callbacks', async () => {
    await world.owner.post('/console/update/tenant', {
      tenant_id: world.tenantId,
      callback_url_base: null,
    });
    const listener = listen('http://127.0.0.1:1');
    await listener.isReady();
    expect(listener.stderr()).toContain('tenant update');
    expect(await listener.kill('SIGINT')).toBe(0);
  });

  it('ends the listener with 3 when the login ends, and says where it will continue', async () => {
    const listener = listen('http://127.0.0.1:1');
    await listener.isReady();
    await world.owner.post('/console/logout');
    expect(await listener.ended).toBe(3);
    expect(listener.stderr()).toMatch(/Stopped: [^\n]+\nrelayctl: Your login was ended/);
  });
});
