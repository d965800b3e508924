import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { MessageTail } from '../../../src/conversations/live/message-tail';
import type { Message } from '../../../src/conversations/rules/state';
import { createThread } from '../../support/thread';

function openTail(thread: ReturnType<typeof createThread>, position = 0) {
  const sent: number[] = [];
  const errors: unknown[] = [];
  let isBroken = false;
  const tail = new MessageTail({
    position,
    read: (afterSeq, limit) =>
      isBroken ? Promise.reject(new Error('away')) : thread.read({ afterSeq, limit }),
    send: ({ seq }) => sent.push(seq),
    onError: (error) => errors.push(error),
  });
  return { tail, sent, errors, breakReads: (broken: boolean) => (isBroken = broken) };
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a message tail', () => {
  it('keeps pushes until the message tail is released', () => {
    const thread = createThread(3);
    const { tail, sent } = openTail(thread);
    for (const push of [thread.write(), thread.write()]) tail.offer(push);
    expect(sent).toEqual([]);
    tail.startAt(4);
    tail.release();
    expect(sent).toEqual([5]);
  });

  it('fills a gap in a message tail from the database', async () => {
    const thread = createThread(2);
    const { tail, sent } = openTail(thread, 2);
    tail.release();
    thread.write();
    thread.write();
    tail.offer(thread.write());
    await vi.waitFor(() => expect(sent).toEqual([3, 4, 5]));
  });

  it('fills a gap of many pages in a message tail', async () => {
    const thread = createThread(450);
    const { tail, sent } = openTail(thread);
    tail.release();
    tail.offer(thread.write());
    await vi.waitFor(() => expect(sent).toEqual(range(1, 451)));
  });

  it('pushes no message to a reader who has it by its ack', async () => {
    const thread = createThread(0);
    const { tail, sent } = openTail(thread);
    tail.release();
    tail.advance(thread.write().seq);
    tail.offer(thread.write());
    expect(sent).toEqual([2]);
  });

  it('pushes what precedes an ack, and not the acked message', async () => {
    const thread = createThread(0);
    const { tail, sent } = openTail(thread);
    tail.release();
    thread.write();
    tail.advance(thread.write().seq);
    tail.offer(thread.write());
    await vi.waitFor(() => expect(sent).toEqual([1, 3]));
  });

  it('keeps an ack that comes while the message tail reads', async () => {
    const thread = createThread(3);
    const { tail, sent } = openTail(thread);
    tail.release();
    const reading = tail.catchUp();
    tail.advance(thread.write().seq);
    await reading;
    tail.offer(thread.write());
    await tail.catchUp();
    expect(sent).toEqual([1, 2, 3, 5]);
  });

  it('reports a failed read of a message tail and continues from where it was', async () => {
    const thread = createThread(2);
    const { tail, sent, errors, breakReads } = openTail(thread);
    tail.release();
    breakReads(true);
    await tail.catchUp();
    expect(errors).toHaveLength(1);
    breakReads(false);
    tail.offer(thread.write());
    await vi.waitFor(() => expect(sent).toEqual([1, 2, 3]));
  });

  it('gives a message tail up while the database is unreachable', async () => {
    const thread = createThread(3);
    const { tail, errors, breakReads } = openTail(thread);
    tail.release();
    breakReads(true);
    tail.offer(thread.write());
    tail.offer(thread.write());
    await settle();
    const { length } = errors;
    await settle();
    expect(errors).toHaveLength(length);
    expect(length).toBeLessThanOrEqual(2);
  });

  it('sends each seq once and in order, whatever the order of pushes', async () => {
    type Happening = { kind: 'push' | 'lose' | 'repeat' | 'late' | 'ack' | 'wait'; pick: number };
    const happening: fc.Arbitrary<Happening> = fc.record({
      kind: fc.constantFrom('push', 'push', 'lose', 'repeat', 'late', 'ack', 'wait'),
      pick: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 5 }),
        fc.nat({ max: 10 }),
        fc.array(happening, { maxLength: 60 }),
        async (position, releasedAt, happenings) => {
          const thread = createThread(position);
          const { tail, sent } = openTail(thread, position);
          const pushed: Message[] = [];
          const delayed: Message[] = [];
          const acked = new Set<number>();
          for (const [index, { kind, pick }] of happenings.entries()) {
            if (index === releasedAt) tail.release();
            if (kind === 'wait') await settle();
            else if (kind === 'repeat') {
              const again = pushed[pick % Math.max(1, pushed.length)];
              if (again) tail.offer(again);
            } else if (kind === 'ack' && index >= releasedAt) {
              const { seq } = thread.write();
              acked.add(seq);
              tail.advance(seq);
            } else {
              const message = thread.write();
              if (kind === 'push') {
                pushed.push(message);
                tail.offer(message);
              } else if (kind === 'late') delayed.push(message);
              if (delayed.length > 2) tail.offer(delayed.splice(pick % 3, 1)[0] as Message);
            }
          }
          tail.release();
          for (const message of delayed.reverse()) tail.offer(message);
          await tail.catchUp();
          await settle();
          await tail.catchUp();
          const last = thread.write();
          tail.offer(last);
          await settle();
          expect(sent).toEqual(range(position + 1, last.seq).filter((seq) => !acked.has(seq)));
          expect(tail.position).toBe(last.seq);
        },
      ),
      { numRuns: 300 },
    );
  });
});
