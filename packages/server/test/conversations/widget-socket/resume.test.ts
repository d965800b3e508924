import type { ServerFrame } from '@chat-relay/widget-sdk/frames';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { generousMessageLimits } from '../../support/message-limits';
import { useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World, type WorldVisitor } from '../../support/world';

describe('the resume of a visitor socket', () => {
  const test = useRelay({
    env: generousMessageLimits,
  });
  let world: World;

  beforeAll(async () => {
    world = await createWorld(test.url);
  });

  /** Creates a visitor with at least `count` messages, and returns the last `seq`. */
  async function visitorWith(count: number): Promise<{ visitor: WorldVisitor; lastSeq: number }> {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await sayMany(socket, 'm', count - 1);
    socket.close();
    const { data } = await visitor.api.get<{ last_seq: number }>('/fetch/messages?limit=1');
    return { visitor, lastSeq: data.last_seq };
  }

  /** Sends `count` numbered messages, a hundred at a time: the last is stored only after all others. */
  async function sayMany(socket: VisitorSocket, prefix: string, count: number): Promise<void> {
    for (let start = 0; start < count; start += 100) {
      const acks: Promise<unknown>[] = [];
      for (let index = start; index < Math.min(start + 100, count); index++) {
        acks.push(socket.say(`${prefix}${index}`, `text ${index}`));
      }
      await Promise.all(acks);
    }
  }

  /** Connects and waits for one frame after the replay, so that the replay is complete. */
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

  it('welcomes a visitor who has not written yet with resume none', async () => {
    const visitor = await createVisitor(test.url, world);
    const { welcome } = await resume(visitor);
    expect(welcome).toMatchObject({
      protocol: 1,
      conversation: null,
      last_seq: 0,
      read_seq: 0,
      agent_read_seq: 0,
      resume: { status: 'none', from: null, to: null },
      session: { session_id: visitor.sessionId, locale: 'fr', mode: 'bot', user_id: null },
      heartbeat: { interval_ms: 25_000 },
    });
  });

  it('resumes with what was missed, from the first to the last seq', async () => {
    const { visitor, lastSeq } = await visitorWith(6);
    const { welcome, seqs } = await resume(visitor, 2);
    expect(welcome.resume).toEqual({ status: 'ok', from: 3, to: lastSeq });
    expect(seqs).toEqual(range(3, lastSeq));
  });

  it('resumes with nothing for a visitor who has everything, and does not without since', async () => {
    const { visitor, lastSeq } = await visitorWith(4);
    const all = await resume(visitor, lastSeq);
    expect(all.welcome.resume).toEqual({ status: 'ok', from: null, to: null });
    const live = await resume(visitor);
    expect(live.welcome.resume).toEqual({ status: 'none', from: null, to: null });
    expect([...all.seqs, ...live.seqs]).toEqual([]);
  });

  it('resumes with the last 200 when more were missed', async () => {
    const { visitor, lastSeq } = await visitorWith(230);
    const exact = await resume(visitor, lastSeq - 200);
    expect(exact.welcome.resume).toEqual({ status: 'ok', from: lastSeq - 199, to: lastSeq });
    const { welcome, seqs } = await resume(visitor, lastSeq - 201);
    expect(welcome.resume).toEqual({ status: 'truncated', from: lastSeq - 199, to: lastSeq });
    expect(seqs).toEqual(range(lastSeq - 199, lastSeq));
  });

  it('resets a page that has more messages than the relay', async () => {
    const { visitor, lastSeq } = await visitorWith(5);
    const { welcome, seqs } = await resume(visitor, lastSeq + 1);
    expect(welcome.resume).toEqual({ status: 'reset', from: 1, to: lastSeq });
    expect(seqs).toEqual(range(1, lastSeq));
  });

  it('neither loses nor repeats what is written during the replay', async () => {
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
      // A session may have 8 sockets, so older readers are closed.
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

  it('sends welcome before anything else, however busy the conversation is', async () => {
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

  const syncEnds = (socket: VisitorSocket) =>
    socket.frames.filter((frame) => frame.type === 'sync_end');

  it('answers sync with one page, the oldest first, and whether there is more', async () => {
    const { visitor, lastSeq } = await visitorWith(230);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    socket.send({ type: 'sync', since: 3 });
    expect(await socket.next('sync_end')).toEqual({ type: 'sync_end', to: 203, has_more: true });
    expect(socket.seqs()).toEqual(range(4, 203));
    socket.send({ type: 'sync', since: 203 });
    expect(await socket.next('sync_end', ({ to }) => to === lastSeq)).toEqual({
      type: 'sync_end',
      to: lastSeq,
      has_more: false,
    });
    expect(socket.seqs()).toEqual(range(4, lastSeq));
    socket.close();
  });

  it('ends a sync where it began if nothing was missed, and says that a full last page is the last', async () => {
    const { visitor, lastSeq } = await visitorWith(203);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    socket.send({ type: 'sync', since: lastSeq });
    expect(await socket.next('sync_end')).toEqual({
      type: 'sync_end',
      to: lastSeq,
      has_more: false,
    });
    socket.send({ type: 'sync', since: lastSeq + 7 });
    expect(await socket.next('sync_end', ({ to }) => to > lastSeq)).toEqual({
      type: 'sync_end',
      to: lastSeq + 7,
      has_more: false,
    });
    expect(socket.seqs()).toEqual([]);
    socket.send({ type: 'sync', since: lastSeq - 200 });
    await vi.waitFor(() => expect(syncEnds(socket)).toHaveLength(3));
    expect(syncEnds(socket)[2]).toEqual({ type: 'sync_end', to: lastSeq, has_more: false });
    expect(socket.seqs()).toHaveLength(200);
    socket.close();
  });

  it('gives all sockets of a session one budget of syncs, and refuses more', async () => {
    const { visitor, lastSeq } = await visitorWith(3);
    const sockets = await Promise.all(
      [1, 2].map(() => VisitorSocket.open(test.url, visitor.token)),
    );
    const sync = async (socket: VisitorSocket) => {
      const before = socket.frames.length;
      socket.send({ type: 'sync', since: lastSeq });
      return vi.waitUntil(() =>
        socket.frames.slice(before).find(({ type }) => type === 'sync_end' || type === 'error'),
      );
    };
    const answers: ServerFrame[] = [];
    for (let index = 0; index < 12; index++) {
      answers.push(await sync(sockets[index % 2] as VisitorSocket));
    }
    const ended = answers.filter(({ type }) => type === 'sync_end');
    // Five at once, and one more for each second that the test took.
    expect(ended.length).toBeGreaterThanOrEqual(5);
    expect(ended.length).toBeLessThanOrEqual(9);
    const refusal = answers.find((frame) => frame.type === 'error');
    expect(refusal).toMatchObject({ code: 'rate_limited', retryable: true });
    const waitMs = (refusal as { retry_after_ms: number }).retry_after_ms;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(1_000);
    for (const socket of sockets) socket.close();
  });

  it('refuses a sync while another of the session runs', async () => {
    const { visitor, lastSeq } = await visitorWith(150);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    socket.ws.send(JSON.stringify({ type: 'sync', since: 0 }));
    socket.ws.send(JSON.stringify({ type: 'sync', since: 0 }));
    const refusal = await socket.next('error');
    expect(refusal).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(refusal.retry_after_ms).toBeGreaterThan(0);
    await socket.next('sync_end');
    expect(socket.seqs()).toEqual(range(1, lastSeq));
    expect(syncEnds(socket)).toHaveLength(1);
    socket.close();
  });

  it('closes with 4429 after more than 50 refused syncs within a minute', async () => {
    const { visitor } = await visitorWith(3);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    for (let index = 0; index < 70; index++) socket.send({ type: 'sync', since: 0 });
    expect(await socket.closed).toMatchObject({ code: 4429 });
    const refused = socket.frames.filter(({ type }) => type === 'error');
    expect(refused).toHaveLength(51);
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
