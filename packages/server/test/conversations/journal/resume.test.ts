import { describe, expect, it } from 'vitest';
import { planResume } from '../../../src/conversations/journal/resume';
import { createThread } from '../../support/thread';

/** What a reader gets who has everything up to `since`. */
async function resume(since: number | null, lastSeq: number) {
  const { read } = createThread(lastSeq);
  const { messages, ...plan } = await planResume(since, lastSeq, (range) => read(range));
  return { ...plan, replayed: messages.map(({ seq }) => seq) };
}

const span = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('resuming', () => {
  it.each([
    ['without a position replays nothing', null, 7, 'none', [], 7],
    ['of an empty conversation without a position', null, 0, 'none', [], 0],
    ['of an empty conversation from its beginning', 0, 0, 'ok', [], 0],
    ['with everything there replays nothing', 7, 7, 'ok', [], 7],
    ['replays what was missed', 4, 7, 'ok', [5, 6, 7], 7],
    ['from the beginning replays all', 0, 3, 'ok', [1, 2, 3], 3],
    ['replays 200 missed messages', 100, 300, 'ok', span(101, 300), 300],
    ['after 201 missed messages replays the last 200', 99, 300, 'truncated', span(101, 300), 300],
    ['from beyond the end starts over', 8, 7, 'reset', span(1, 7), 7],
    [
      'from beyond a long conversation replays its last 200',
      999,
      300,
      'reset',
      span(101, 300),
      300,
    ],
    ['from beyond an empty conversation', 5, 0, 'reset', [], 0],
  ] as const)('%s', async (_name, since, lastSeq, status, replayed, position) => {
    expect(await resume(since, lastSeq)).toEqual({
      status,
      replayed: [...replayed],
      from: replayed.at(0) ?? null,
      to: replayed.at(-1) ?? null,
      position,
    });
  });

  it('leaves what came after its look at the conversation to the live part', async () => {
    const thread = createThread(9);
    const { messages, position } = await planResume(4, 7, (range) => thread.read(range));
    expect(messages.map(({ seq }) => seq)).toEqual([5, 6, 7]);
    expect(position).toBe(7);
  });
});
