import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRelay, type TestRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World, type WorldVisitor } from '../support/world';

describe('the resume of a visitor socket', () => {
  let test: TestRelay;
  let world: World;

  beforeAll(async () => {
    test = await startRelay({
      env: { LIMIT_SOCKET_MESSAGES_PER_S: '5000', LIMIT_SOCKET_MESSAGES_BURST: '5000' },
    });
    world = await createWorld(test.url);
  });
  afterAll(() => test.stop());

  /** A visitor whose conversation has at least `count` messages; it answers how many. */
  async function visitorWith(count: number): Promise<{ visitor: WorldVisitor; lastSeq: number }> {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await sayMany(socket, 'm', count - 1);
    socket.close();
    const { data } = await visitor.api.get<{ last_seq: number }>('/fetch/messages?limit=1');
    return { visitor, lastSeq: data.last_seq };
  }

  /** Of numbers in order, the last is there only after all. */
  async function sayMany(socket: VisitorSocket, prefix: string, count: number): Promise<void> {
    for (let start = 0; start < count; start += 100) {
      const acks: Promise<unknown>[] = [];
      for (let index = start; index < Math.min(start + 100, count); index++) {
        acks.push(socket.say(`${prefix}${index}`, `text ${index}`));
      }
      await Promise.all(acks);
    }
  }

  /** Connects and lets one more frame come, so that all that is replayed is there. */
  async function resume(visitor: WorldVisitor, since?: number) {
    const socket = await VisitorSocket.open(
      test.url,
      visitor.token,
      since === undefined ? {} : { since },
    );
    socket.send({ type: 'ping' });
    await socket.next('pong');
    socket.close();
    return { welcome: await socket.next('welcome'), seqs: socket.seqs() };
  }

  it('is none for a visitor who has not written yet', async () => {
    const visitor = await createVisitor(test.url, world);
    const { welcome } = await resume(visitor);
    expect(welcome).toMatchObject({
      protocol: 1,
      conversation: null,
      last_seq: 0,
      read_seq: 0,
      resume: { status: 'none', from: null, to: null },
      session: { session_id: visitor.sessionId, locale: 'fr', mode: 'bot', user_id: null },
      heartbeat: { interval_ms: 25_000 },
    });
  });

  it('is ok with what was missed, from the first to the last seq', async () => {
    const { visitor, lastSeq } = await visitorWith(6);
    const { welcome, seqs } = await resume(visitor, 2);
    expect(welcome.resume).toEqual({ status: 'ok', from: 3, to: lastSeq });
    expect(seqs).toEqual(range(3, lastSeq));
  });

  it('is ok and empty for who has everything, and none without since', async () => {
    const { visitor, lastSeq } = await visitorWith(4);
    const all = await resume(visitor, lastSeq);
    expect(all.welcome.resume).toEqual({ status: 'ok', from: null, to: null });
    const live = await resume(visitor);
    expect(live.welcome.resume).toEqual({ status: 'none', from: null, to: null });
    expect([...all.seqs, ...live.seqs]).toEqual([]);
  });

  it('is truncated to the last 200 of more', async () => {
    const { visitor, lastSeq } = await visitorWith(230);
    const exact = await resume(visitor, lastSeq - 200);
    expect(exact.welcome.resume).toEqual({ status: 'ok', from: lastSeq - 199, to: lastSeq });
    const { welcome, seqs } = await resume(visitor, lastSeq - 201);
    expect(welcome.resume).toEqual({ status: 'truncated', from: lastSeq - 199, to: lastSeq });
    expect(seqs).toEqual(range(lastSeq - 199, lastSeq));
  });

  it('is reset when the page has more than there is', async () => {
    const { visitor, lastSeq } = await visitorWith(5);
    const { welcome, seqs } = await resume(visitor, lastSeq + 1);
    expect(welcome.resume).toEqual({ status: 'reset', from: 1, to: lastSeq });
    expect(seqs).toEqual(range(1, lastSeq));
  });

  it('neither misses nor doubles what is written during the replay', async () => {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const writer = await VisitorSocket.open(test.url, visitor.token);
    await sayMany(writer, 'early', 30);
    let isWriting = true;
    const writing = (async () => {
      for (let index = 0; isWriting; index++) await writer.say(`late${index}`, 'text');
    })();
    const readers: { since: number; socket: VisitorSocket }[] = [];
    for (let round = 0; round < 40; round++) {
      const since = round % 20;
      const socket = await VisitorSocket.open(test.url, visitor.token, { since });
      readers.push({ since, socket });
      // At most 8 sockets a session: the oldest reader has seen enough.
      if (readers.length >= 6) readers.at(-6)?.socket.close();
    }
    isWriting = false;
    await writing;
    const last = await writer.say('last', 'text');
    for (const { since, socket } of readers) {
      if (socket.ws.readyState === socket.ws.OPEN) {
        await socket.next('msg', ({ seq }) => seq === last.seq);
      }
      const seqs = socket.seqs();
      expect(seqs).toEqual(range(since + 1, since + seqs.length));
      socket.close();
    }
    writer.close();
  });

  it('greets before anything else, however busy the conversation is', async () => {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const writer = await VisitorSocket.open(test.url, visitor.token);
    const writing = sayMany(writer, 'm', 100);
    const sockets = await Promise.all(
      [1, 2, 3, 4].map(() => VisitorSocket.open(test.url, visitor.token, { since: 0 })),
    );
    await writing;
    for (const socket of sockets) {
      expect(socket.frames[0]?.type).toBe('welcome');
      socket.close();
    }
    writer.close();
  });

  it('sends on sync what is missing, all of it and nothing else', async () => {
    const { visitor, lastSeq } = await visitorWith(230);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    socket.send({ type: 'sync', since: 3 });
    await socket.next('msg', ({ seq }) => seq === lastSeq);
    expect(socket.seqs()).toEqual(range(4, lastSeq));
    socket.send({ type: 'sync', since: lastSeq });
    socket.send({ type: 'ping' });
    await socket.next('pong');
    expect(socket.seqs()).toHaveLength(lastSeq - 3);
    socket.close();
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
