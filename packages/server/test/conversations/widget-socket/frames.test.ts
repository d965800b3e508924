import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newObjectId } from '../../../src/platform/ids';
import { writeSql } from '../../support/direct-sql';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../support/world';

describe("the visitor socket's frames", () => {
  const test = useRelay();
  let world: World;
  let operator: WorldOperator;

  beforeAll(async () => {
    world = await createWorld(test.url);
    operator = await addOperator(test.url, world, 'Ana');
    await operator.api.post('/console/set/presence', { status: 'online' });
  });

  const open = (token: string) => VisitorSocket.open(test.url, token);

  /** A visitor in the queue, and what the operator needs to act. */
  async function waitingVisitor(in_: World = world) {
    const visitor = await createVisitor(test.url, in_, { mode: 'human' });
    const socket = await open(visitor.token);
    await socket.say('m1', 'Bonjour');
    const { conversation } = await socket.next(
      'status',
      (frame) => frame.conversation.status === 'WAITING',
    );
    return { visitor, socket, conversation_id: conversation.conversation_id };
  }

  async function claimedVisitor() {
    const waiting = await waitingVisitor();
    const { conversation_id } = waiting;
    const claimed = await operator.api.post('/console/claim/conversation', { conversation_id });
    expect(claimed.status).toBe(200);
    return waiting;
  }

  it('acks a message with its stored id, seq and time, and a repeat as a duplicate', async () => {
    const { token, api } = await createVisitor(test.url, world);
    const socket = await open(token);
    const ack = await socket.say('m1', 'Bonjour');
    expect(ack.seq).toBe(1);
    expect(ack).not.toHaveProperty('duplicate');
    const stored = await api.get<{ messages: object[] }>('/fetch/messages');
    expect(stored.data.messages[0]).toMatchObject({
      message_id: ack.message_id,
      seq: 1,
      created_at: ack.created_at,
      client_msg_id: 'm1',
    });
    socket.send({ type: 'msg', client_msg_id: 'm1', content: 'Bonjour' });
    const repeat = await socket.next('ack', (frame) => frame.duplicate === true);
    expect(repeat).toEqual({ ...ack, duplicate: true });
    socket.close();
  });

  it('refuses a known client_msg_id with other content, and distinguishes A1 from a1', async () => {
    const { token } = await createVisitor(test.url, world);
    const socket = await open(token);
    const first = await socket.say('A1', 'one');
    const second = await socket.say('a1', 'two');
    expect(second.message_id).not.toBe(first.message_id);
    socket.send({ type: 'msg', client_msg_id: 'A1', content: 'three' });
    expect(await socket.next('error')).toEqual({
      type: 'error',
      code: 'client_msg_id_conflict',
      client_msg_id: 'A1',
      retryable: false,
    });
    socket.close();
  });

  it('counts content in characters, 4,000 at most', async () => {
    const { token } = await createVisitor(test.url, world);
    const socket = await open(token);
    await socket.say('fits', '🙂'.repeat(4_000 - 1) + 'é');
    socket.send({ type: 'msg', client_msg_id: 'too-long', content: 'é'.repeat(4_001) });
    expect(await socket.next('error')).toMatchObject({
      code: 'content_too_long',
      client_msg_id: 'too-long',
      retryable: false,
    });
    socket.close();
  });

  it('refuses a message with NUL in it, and stores every other character as sent', async () => {
    const { token, api } = await createVisitor(test.url, world);
    const socket = await open(token);
    socket.send({ type: 'msg', client_msg_id: 'nul', content: 'before\0after' });
    expect(await socket.next('error')).toMatchObject({
      code: 'invalid_frame',
      client_msg_id: 'nul',
      retryable: false,
    });
    const kept = '\u0001\u001b\u007f\u009b\u061c\u200b\u202e\u2028\n';
    await socket.say('kept', kept);
    const { data } = await api.get<{ messages: { content: string }[] }>('/fetch/messages');
    expect(data.messages.at(0)?.content).toBe(kept);
    socket.close();
  });

  it('ignores fields that a visitor may not choose, and refuses unknown types', async () => {
    const { token, api } = await createVisitor(test.url, world);
    const socket = await open(token);
    socket.send({
      type: 'msg',
      client_msg_id: 'm1',
      content: 'Bonjour',
      sender: { kind: 'agent' },
      seq: 99,
      conversation_id: 'f'.repeat(24),
    });
    expect((await socket.next('ack')).seq).toBe(1);
    const { data } = await api.get<{ messages: { sender: object }[] }>('/fetch/messages');
    expect(data.messages[0]?.sender).toEqual({ kind: 'visitor' });
    socket.send({ type: 'claim' });
    expect(await socket.next('error')).toMatchObject({ code: 'unknown_type', retryable: false });
    socket.close();
  });

  it('tells a visitor behind 1,000 others at once that they wait, and their position later', async () => {
    const busy = await createWorld(test.url);
    const waiting = Array.from(
      { length: 1_000 },
      (_, index) => `waiting-${busy.tenantId}-${index}`,
    );
    const row = (sessionId: string) => [
      sessionId,
      newObjectId(Date.now()),
      busy.tenantId,
      'WAITING',
    ];
    await writeSql(
      test.database,
      `INSERT INTO conversations (session_id, conversation_id, tenant_id, status, owner_epoch,
         claim_count, last_seq, last_event_sequence, visitor_read_seq, agent_read_seq, started_at,
         waiting_since, counted_messages)
       VALUES ${waiting.map(() => '(?, ?, ?, ?, 1, 0, 0, 0, 0, 0, 1, 1, 0)').join(',')}`,
      waiting.flatMap(row),
    );
    const { socket } = await waitingVisitor(busy);
    const statuses = () => socket.frames.filter((frame) => frame.type === 'status');
    expect(statuses()).toMatchObject([{ conversation: { queue_position: null } }]);

    await writeSql(test.database, 'DELETE FROM conversations WHERE session_id = ?', [
      waiting[0] ?? '',
    ]);
    const next = await waitingVisitor(busy);
    await socket.next('status', ({ conversation }) => conversation.queue_position === 1_000);
    expect(statuses()).toHaveLength(2);
    socket.close();
    next.socket.close();
  });

  it('gives all sockets of a session one message bucket, over which each message is refused', async () => {
    const { token } = await createVisitor(test.url, world);
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    for (const [tab, socket] of sockets.entries()) {
      for (let index = 0; index < 20; index++) {
        socket.send({ type: 'msg', client_msg_id: `${tab}-${index}`, content: 'x' });
      }
    }
    const answers = (type: 'ack' | 'error') =>
      sockets.flatMap(({ frames }) => frames.filter((frame) => frame.type === type));
    await vi.waitFor(
      () => expect(answers('ack').length + answers('error').length).toBe(100),
      8_000,
    );
    // The limit is 60 messages at once and ten more per second of the test.
    expect(answers('ack').length).toBeGreaterThanOrEqual(60);
    expect(answers('ack').length).toBeLessThanOrEqual(85);
    for (const error of answers('error')) {
      expect(error).toMatchObject({
        code: 'rate_limited',
        retryable: true,
        retry_after_ms: expect.any(Number),
        client_msg_id: expect.any(String),
      });
    }
    for (const socket of sockets) socket.close();
  });

  it("shows the visitor's message on the other tabs, and acks it on the one that sent it", async () => {
    const { token } = await createVisitor(test.url, world);
    const [own, other] = [await open(token), await open(token)];
    const ack = await own.say('m1', 'Bonjour');
    const shown = await other.next('msg', ({ seq }) => seq === ack.seq);
    expect(shown).toMatchObject({
      client_msg_id: 'm1',
      message_id: ack.message_id,
      content: 'Bonjour',
      sender: { kind: 'visitor' },
    });
    expect(own.seqs()).not.toContain(ack.seq);
    other.send({ type: 'msg', client_msg_id: 'm1', content: 'Bonjour' });
    expect(await other.next('ack')).toMatchObject({ seq: ack.seq, duplicate: true });
    own.close();
    other.close();
  });

  it("renews a socket's token with auth, and refuses one of another session", async () => {
    const [visitor, stranger] = [
      await createVisitor(test.url, world),
      await createVisitor(test.url, world),
    ];
    const socket = await open(visitor.token);
    const fresh = await visitor.api.post<{ visitor_token: string; expires_at: string }>(
      '/refresh/visitor-token',
    );
    socket.send({ type: 'auth', token: fresh.data.visitor_token });
    expect(await socket.next('auth_ok')).toEqual({
      type: 'auth_ok',
      token_expires_at: fresh.data.expires_at,
    });
    for (const token of [stranger.token, world.ownerToken, 'garbage']) {
      const before = socket.frames.length;
      socket.send({ type: 'auth', token });
      await vi.waitFor(() =>
        expect(socket.frames.slice(before)).toEqual([
          { type: 'error', code: 'token_invalid', retryable: false },
        ]),
      );
    }
    socket.send({ type: 'ping' });
    await socket.next('pong');
    socket.close();
  });

  it('passes typing both ways, two frames a second at most', async () => {
    const { socket, visitor, conversation_id } = await claimedVisitor();
    await operator.api.post('/console/send/typing', { conversation_id, state: 'start' });
    expect(await socket.next('typing')).toEqual({
      type: 'typing',
      sender: { kind: 'agent' },
      state: 'start',
    });
    const tab = await open(visitor.token);
    for (let index = 0; index < 50; index++) socket.send({ type: 'typing', state: 'start' });
    socket.send({ type: 'ping' });
    await socket.next('pong');
    expect(socket.frames.filter((frame) => frame.type === 'error')).toEqual([]);
    expect(tab.frames.filter((frame) => frame.type === 'typing')).toEqual([]);
    socket.close();
    tab.close();
  });

  it('tells the visitor what the operator has read, and stores what the visitor has read', async () => {
    const { socket, visitor, conversation_id } = await claimedVisitor();
    const { seq } = await socket.say('m2', 'Vous êtes là ?');
    await operator.api.post('/console/read/conversation', { conversation_id, seq });
    expect(await socket.next('receipt', ({ kind }) => kind === 'read')).toEqual({
      type: 'receipt',
      kind: 'read',
      seq,
    });
    const reloaded = await open(visitor.token);
    expect((await reloaded.next('welcome')).agent_read_seq).toBe(seq);
    reloaded.close();
    socket.send({ type: 'read', seq });
    socket.send({ type: 'read', seq: 1 });
    await vi.waitFor(async () => {
      const again = await open(visitor.token);
      again.close();
      expect((await again.next('welcome')).read_seq).toBe(seq);
    });
    socket.close();
  });

  it('tells the second in the queue when it moves up', async () => {
    const quiet = await createWorld(test.url);
    const ana = await addOperator(test.url, quiet, 'Ana');
    const first = await waitingVisitor(quiet);
    const second = await waitingVisitor(quiet);
    const isAt =
      (position: number) => (frame: { conversation: { queue_position: number | null } }) =>
        frame.conversation.queue_position === position;
    await first.socket.next('status', isAt(1));
    await second.socket.next('status', isAt(2));
    const late = await open(second.visitor.token);
    expect((await late.next('welcome')).conversation).toMatchObject({
      status: 'WAITING',
      queue_position: 2,
    });
    const { conversation_id } = first;
    await ana.api.post('/console/claim/conversation', { conversation_id });
    expect(
      (await first.socket.next('status', (frame) => frame.conversation.status === 'ASSIGNED'))
        .conversation,
    ).toEqual({
      conversation_id,
      status: 'ASSIGNED',
      operator_display_name: 'Ana',
      queue_position: null,
    });
    await second.socket.next('status', isAt(1));
    await late.next('status', isAt(1));
    for (const { socket } of [first, second]) socket.close();
    late.close();
  });

  it('escalates when the visitor asks, also before any message', async () => {
    const { token } = await createVisitor(test.url, world);
    const socket = await open(token);
    socket.send({ type: 'escalate' });
    const { conversation } = await socket.next('status');
    expect(conversation).toMatchObject({ status: 'WAITING' });
    await socket.next('msg', (frame) => frame.sender.kind === 'system' && frame.seq === 1);
    socket.close();
  });
});
