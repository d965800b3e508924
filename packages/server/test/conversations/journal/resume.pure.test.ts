import { describe, expect, it } from 'vitest';
import { planResume, replay } from '../../../src/conversations/journal/resume';
import { createTurns } from '../../../src/platform/turns';
import { createThread } from '../../support/thread';

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a resume', () => {
  it.each([
    ['replays nothing without a position', null, 7, 'none', null, null],
    ['replays nothing of an empty conversation without a position', null, 0, 'none', null, null],
    ['replays nothing of an empty conversation from its beginning', 0, 0, 'ok', null, null],
    ['replays nothing to a reader who has everything', 7, 7, 'ok', null, null],
    ['replays what was missed', 4, 7, 'ok', 5, 7],
    ['replays all from the beginning', 0, 3, 'ok', 1, 3],
    ['replays 200 missed messages', 100, 300, 'ok', 101, 300],
    ['replays the last 200 of 201 missed messages', 99, 300, 'truncated', 101, 300],
    ['replays all to a position beyond the end', 8, 7, 'reset', 1, 7],
    ['replays the last 200 to a position beyond a long conversation', 999, 300, 'reset', 101, 300],
    ['replays nothing to a position beyond an empty conversation', 5, 0, 'reset', null, null],
  ] as const)('%s', (_name, since, lastSeq, status, from, to) => {
    expect(planResume(since, lastSeq)).toEqual({ status, from, to });
  });
});

/** The messages that `replay` sends of a conversation whose last message is `lastSeq`. */
async function replayed(lastSeq: number, afterSeq: number, to?: number) {
  const sent: number[] = [];
  const end = await replay({
    afterSeq,
    to,
    inTurn: createTurns(1),
    read: (range) => createThread(lastSeq).read(range),
    send: ({ seq }) => sent.push(seq),
    isWanted: () => true,
  });
  return { sent, ...end };
}

describe('a replay', () => {
  it.each([
    ['sends nothing where nothing was missed', 7, 7, [], 7, false],
    ['sends all that was missed', 45, 3, span(4, 45), 45, false],
    ['sends 200 messages where exactly 200 were missed', 300, 100, span(101, 300), 300, false],
    [
      'sends the oldest 200 messages and says that more follow',
      301,
      100,
      span(101, 300),
      300,
      true,
    ],
  ] as const)('%s', async (_name, lastSeq, afterSeq, sent, to, hasMore) => {
    expect(await replayed(lastSeq, afterSeq)).toEqual({ sent: [...sent], to, hasMore });
  });

  it('replays no message that came after its end', async () => {
    expect((await replayed(9, 4, 7)).sent).toEqual([5, 6, 7]);
  });

  it('lets other replays take turns between its pieces', async () => {
    const inTurn = createTurns(1);
    const order: string[] = [];
    const reader = (name: string, missed: number) =>
      replay({
        afterSeq: 0,
        inTurn,
        read: (range) => createThread(missed).read(range),
        send: ({ seq }) => seq === missed && order.push(name),
        isWanted: () => true,
      });
    await Promise.all([reader('200 messages', 200), reader('one message', 1)]);
    expect(order).toEqual(['one message', '200 messages']);
  });

  it('ends a replay when the reader has gone', async () => {
    const sent: number[] = [];
    await replay({
      afterSeq: 0,
      inTurn: createTurns(1),
      read: (range) => createThread(200).read(range),
      send: ({ seq }) => sent.push(seq),
      isWanted: () => sent.length === 0,
    });
    expect(sent.length).toBeLessThan(200);
  });
});
