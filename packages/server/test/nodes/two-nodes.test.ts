import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newLinkToken, noteVisitorMail } from '../../src/conversations/answer-mails/links';
import { connectRedisBus } from '../../src/conversations/live/redis-bus';
import { newId } from '../../src/platform/ids';
import { createLog } from '../../src/platform/log';
import { createTestDatabase, quietLog, type TestDatabaseAddress } from '../support/database';
import { writeIn, writeSql } from '../support/direct-sql';
import { FeedClient } from '../support/feed-client';
import { createTestRedis, type TestRedis } from '../support/redis-server';
import { startRelay, type TestRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { apiOf } from '../support/api';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../support/world';

/** Several nodes share MySQL or MariaDB; SQLite belongs to one. */
const hasServices =
  process.env['TEST_DATABASE'] === 'mysql' && process.env['TEST_REDIS_URL'] !== undefined;

const DELIVERY_MS = 2_000;

describe('a node whose Redis is unreachable', () => {
  it('starts and serves while Redis is unreachable', async () => {
    const warnings: unknown[] = [];
    const log = createLog(
      { level: 'warn', isReadable: false },
      { write: (line) => warnings.push(JSON.parse(line)) },
    );
    const test = await startRelay({ env: { REDIS_URL: 'redis://:s3cret@127.0.0.1:1' }, log });
    expect(warnings).toMatchObject([
      { msg: expect.stringMatching(/^REDIS_URL: 127\.0\.0\.1:1 is unreachable \(ECONNREFUSED\)/) },
    ]);
    expect(warnings[0]).not.toHaveProperty('err');
    const world = await createWorld(test.url);
    const { token } = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, token);
    expect((await socket.say('m1', 'Bonjour')).seq).toBe(1);
    socket.close();
    await test.stop();
  });
});

if (hasServices) {
  describe('two nodes', () => {
    let redis: TestRedis;
    let database: TestDatabaseAddress;
    let a: TestRelay;
    let b: TestRelay;
    let world: World;
    /** Works on node B. */
    let operator: WorldOperator;

    beforeAll(async () => {
      [redis, database] = await Promise.all([createTestRedis(), createTestDatabase()]);
      const env = { REDIS_URL: redis.url };
      a = await startRelay({ database, env });
      b = await startRelay({ database, env });
      world = await createWorld(a.url);
      const { token, ...known } = await addOperator(a.url, world, 'Ana');
      operator = { ...known, token, api: apiOf(b.url, token) };
    });
    afterEach(async () => {
      redis.goOn();
      await redis.stop();
      await redis.start();
    });
    afterAll(async () => {
      await Promise.all([a.stop(), b.stop()]);
      await Promise.all([redis.stop(), database.drop()]);
    });

    /** A visitor on node A, and the operator's feed on node B. */
    async function meet() {
      const { token } = await createVisitor(a.url, world, { mode: 'human' });
      const socket = await VisitorSocket.open(a.url, token);
      await socket.say('m1', 'Bonjour');
      const { conversation } = await socket.next('status');
      const { conversation_id } = conversation;
      const feed = await FeedClient.open(b.url, operator.token, [
        `/inbox/${world.workspaceId}`,
        `/conversations/${conversation_id}`,
      ]);
      return { token, socket, feed, conversation_id };
    }

    /** Claims, writes and reads over node B what the visitor on node A writes and reads. */
    async function talk({ socket, feed, conversation_id }: Awaited<ReturnType<typeof meet>>) {
      const isAbout = (update: Record<string, unknown>, status: string) => {
        const row = update['conversation'] as { conversation_id: string; status: string };
        return row?.conversation_id === conversation_id && row.status === status;
      };
      const timed = async (what: string, work: Promise<unknown>): Promise<void> => {
        const startedAt = performance.now();
        await work;
        expect(performance.now() - startedAt, what).toBeLessThan(DELIVERY_MS);
      };
      await operator.api.post('/console/claim/conversation', { conversation_id });
      await timed(
        'the status, to the visitor',
        socket.next('status', (frame) => frame.conversation.status === 'ASSIGNED'),
      );
      for (const turn of [1, 2]) {
        const sent = await operator.api.post<{ message: { seq: number } }>(
          '/console/send/message',
          { conversation_id, client_msg_id: `a${turn}`, content: 'Je regarde.' },
        );
        const { seq } = sent.data.message;
        await timed(
          "the operator's words, to the visitor",
          socket.next('msg', (frame) => frame.seq === seq),
        );
        const ack = await socket.say(`v${turn}`, 'Merci');
        await timed(
          "the visitor's words, to the operator",
          feed.next(({ type, last_seq }) => type === 'message' && last_seq === ack.seq),
        );
      }
      const other = await VisitorSocket.open(
        a.url,
        (await createVisitor(a.url, world, { mode: 'human' })).token,
      );
      await other.say('m1', 'Bonjour');
      const { conversation } = await other.next('status');
      await timed(
        'a new conversation, to the inbox',
        feed.next((update) => {
          const row = update['conversation'] as { conversation_id: string } | undefined;
          return row?.conversation_id === conversation.conversation_id;
        }),
      );
      await operator.api.post('/console/resolve/conversation', { conversation_id });
      await timed(
        'the end, to the visitor',
        socket.next('status', (frame) => frame.conversation.status === 'RESOLVED'),
      );
      await feed.next((update) => isAbout(update, 'RESOLVED'));
      const seqs = socket.seqs();
      expect(seqs).toEqual(seqs.toSorted((x, y) => x - y));
      expect(new Set(seqs).size).toBe(seqs.length);
      other.close();
      socket.close();
      await feed.close();
    }

    it('carries a conversation live between two nodes in both directions', async () => {
      const met = await meet();
      const typed = met.feed.next(({ type }) => type === 'typing');
      met.socket.send({ type: 'typing', state: 'start' });
      await typed;
      await talk(met);
    });

    it('delivers between two nodes within 2 s by the database when Redis has stopped', async () => {
      const met = await meet();
      await redis.stop();
      await talk(met);
    });

    it('delivers between two nodes within 2 s by the database when Redis hangs', async () => {
      const met = await meet();
      redis.hang();
      await talk(met);
    });

    it.each(['works', 'has stopped'])(
      'takes a message out of sight on both nodes at once when Redis %s',
      async (state) => {
        const { socket, feed, conversation_id } = await meet();
        const ack = await socket.say('m2', 'my card is 4970');
        if (state === 'has stopped') await redis.stop();
        const owner = apiOf(b.url, world.ownerToken);
        const { message_id, seq } = ack;
        const removedAt = performance.now();
        const { status } = await owner.post('/console/remove/message', {
          conversation_id,
          message_id,
        });
        expect(status).toBe(200);
        // The visitor is on node A, the operator on node B.
        expect(await socket.next('removed')).toMatchObject({ message_id, seq });
        await feed.next(({ type }) => type === 'removed');
        expect(performance.now() - removedAt).toBeLessThan(DELIVERY_MS);
        const again = await socket.say('m3', 'Sorry');
        expect(again.seq).toBeGreaterThan(seq);
        expect(socket.frames.filter(({ type }) => type === 'removed')).toHaveLength(1);
        socket.close();
        await feed.close();
      },
    );

    it.each(['works', 'has stopped'])(
      'tells the feeds of both nodes of a changed list when Redis %s',
      async (state) => {
        const inbox = [`/inbox/${world.workspaceId}`];
        const here = await FeedClient.open(a.url, operator.token, inbox);
        const there = await FeedClient.open(b.url, operator.token, inbox);
        if (state === 'has stopped') await redis.stop();
        const changedAt = performance.now();
        const { data } = await apiOf(a.url, world.ownerToken).post<{
          canned_reply: { canned_reply_id: string };
        }>('/console/create/canned-reply', {
          workspace_id: world.workspaceId,
          shortcut: `list-${state.length}`,
          content: 'x',
        });
        const { canned_reply_id: id } = data.canned_reply;
        for (const feed of [here, there]) {
          expect(await feed.next((update) => update['id'] === id)).toEqual({
            type: 'changed',
            what: 'canned_replies',
            id,
          });
        }
        expect(performance.now() - changedAt).toBeLessThan(DELIVERY_MS);
        await here.close();
        await there.close();
      },
    );

    it.each(['works', 'has stopped'])(
      'accepts no message on the other node after a block when Redis %s',
      async (state) => {
        const { token, socket, feed, conversation_id } = await meet();
        if (state === 'has stopped') await redis.stop();
        // The tenant's first block: node A has cached that it has none.
        const made = await operator.api.post('/console/block/visitor', {
          conversation_id,
          kind: 'session',
          reason: 'Insults',
          ends_at: null,
        });
        expect(made.status).toBe(201);
        socket.send({ type: 'msg', client_msg_id: 'late', content: 'one more' });
        expect(await socket.closed).toEqual({ code: 4403, reason: 'visitor_blocked' });
        expect(socket.frames.filter(({ type }) => type === 'ack')).toHaveLength(1);
        const quiet = await VisitorSocket.open(
          a.url,
          (await createVisitor(a.url, world, { mode: 'human' })).token,
        );
        await quiet.say('m1', 'Hello');
        const { conversation } = await quiet.next('status');
        const blockedAt = performance.now();
        await operator.api.post('/console/block/visitor', {
          conversation_id: conversation.conversation_id,
          kind: 'session',
          reason: 'Insults',
          ends_at: null,
        });
        // This socket is silent, and is closed as well.
        expect((await quiet.closed).code).toBe(4403);
        expect(performance.now() - blockedAt).toBeLessThan(5_000);
        const refused = await apiOf(a.url, token).post('/refresh/visitor-token', {});
        expect(refused.status).toBe(403);
        await feed.close();
      },
    );

    it('answers requests and opens sockets on two nodes while Redis hangs', async () => {
      const wrongKey = { headers: { 'x-admin-key': 'wrong' } };
      redis.hang();
      const startedAt = Date.now();
      const { token } = await createVisitor(a.url, world);
      const socket = await VisitorSocket.open(a.url, token);
      const promote = `${a.url}/api/v1/console/promote/console-admin?email=a@b.example`;
      const refused = await fetch(promote, { method: 'POST', ...wrongKey });
      expect(refused.status).toBe(401);
      expect(Date.now() - startedAt).toBeLessThan(4_000);
      socket.close();
    });

    it('delivers live between two nodes again when Redis is back', async () => {
      const met = await meet();
      await redis.stop();
      await redis.start();
      await talk(met);
    });

    it('does not treat Redis as down because the other node was killed', async () => {
      const stays = await connectRedisBus(redis.url, newId(), quietLog);
      const killed = await connectRedisBus(redis.url, newId(), quietLog);
      const heard: string[] = [];
      stays.receive((text) => heard.push(text));
      killed.receive(() => undefined);
      killed.send(null, 'here');
      await expect.poll(() => heard, { timeout: 5_000 }).toContain('here');
      await expect.poll(stays.isHealthy, { timeout: 5_000 }).toBe(true);
      killed.client.destroy(); // no notice and no heartbeat leaves it any more
      // Longer than a node waits for its own notices before it reports Redis as down.
      const until = Date.now() + 1_500;
      while (Date.now() < until) {
        expect(stays.isHealthy()).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await Promise.all([stays.close(), killed.close()]);
    });

    it('lets one operator win a claim on two nodes', async () => {
      const { token } = await addOperator(a.url, world, `Bo ${Date.now()}`);
      const { conversation_id, socket, feed } = await meet();
      const answers = await Promise.all([
        apiOf(a.url, token).post('/console/claim/conversation', { conversation_id }),
        operator.api.post('/console/claim/conversation', { conversation_id }),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      socket.close();
      await feed.close();
    });

    it.each([
      ['within 2 s', 2_000, false],
      ['within 5 s while Redis is down', 5_000, true],
    ])('disconnects a suspended tenant from two nodes, %s', async (_, limitMs, isRedisDown) => {
      const other = await createWorld(a.url);
      const sockets = await Promise.all(
        [a, b].map(async ({ url }) =>
          VisitorSocket.open(url, (await createVisitor(url, other)).token),
        ),
      );
      if (isRedisDown) await redis.stop();
      await writeSql(
        database,
        "UPDATE tenants SET status = 'suspended', changed_at = ? WHERE tenant_id = ?",
        [Date.now(), other.tenantId],
      );
      const suspendedAt = performance.now();
      for (const { closed } of sockets) expect((await closed).code).toBe(4403);
      expect(performance.now() - suspendedAt).toBeLessThan(limitMs);
    });

    it.each(['up', 'down'])(
      "closes an ended session's sockets on two nodes, with Redis %s",
      async (state) => {
        const visitor = await createVisitor(a.url, world);
        const socket = await VisitorSocket.open(b.url, visitor.token);
        if (state === 'down') await redis.stop();
        await visitor.api.post('/end/visitor-session');
        const endedAt = performance.now();
        expect((await socket.closed).code).toBe(4404);
        expect(performance.now() - endedAt).toBeLessThan(DELIVERY_MS);
      },
    );

    it.each(['up', 'down'])(
      'closes the sockets of a session that a mailed link took over on two nodes, with Redis %s',
      async (state) => {
        const visitor = await createVisitor(a.url, world);
        const socket = await VisitorSocket.open(b.url, visitor.token);
        await socket.say('m1', 'Bonjour');
        const { sessionId } = visitor;
        const token = newLinkToken(world.tenantId);
        const link = { kind: 'answer', email: 'ada@corp.test', token, now: Date.now() } as const;
        const key = { tenantId: world.tenantId, sessionId };
        await writeIn(database, (tx) => noteVisitorMail(tx, { key, mailId: newId(), ...link }));
        if (state === 'down') await redis.stop();
        const taken = await apiOf(a.url).post('/resume/visitor-session', { token });
        const takenAt = performance.now();
        expect(taken.status).toBe(200);
        expect((await socket.closed).code).toBe(4404);
        expect(performance.now() - takenAt).toBeLessThan(DELIVERY_MS);
      },
    );
  });
}
