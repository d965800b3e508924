import { expect, it } from 'vitest';
import { createReceiver } from '../../src/index';
import type { Gap } from '../../src/index';
import { buildCallback, buildEvent, SECRET } from '../fixtures';

/** Receives events of one conversation with these sequence numbers, and returns the reported gaps. */
async function gapsOf(sequences: number[], conversations = ['65920080a1b2c3d4e5f60718']) {
  const gaps: Gap[] = [];
  const receiver = createReceiver({ secrets: [SECRET], onGap: (gap) => gaps.push(gap) });
  for (const sequence of sequences) {
    for (const conversation_id of conversations) {
      const event = buildEvent({ sequence, conversation_id });
      await receiver.receive(buildCallback({ event }));
    }
  }
  return gaps.map(({ expected, got }) => [expected, got]);
}

it.each([
  ['in order', [1, 2, 3], []],
  ['from the middle on', [7, 8], []],
  ['with a hole', [1, 2, 5, 6], [[3, 5]]],
  ['with a hole that is filled late', [1, 4, 2, 3, 5], [[2, 4]]],
  ['again', [1, 2, 2, 1, 3], []],
  [
    'with two holes',
    [1, 3, 4, 9],
    [
      [2, 3],
      [5, 9],
    ],
  ],
  ['without numbers', [Number.NaN, 1, 2], []],
])('tells each gap once: events %s', async (_, sequences, gaps) => {
  expect(await gapsOf(sequences)).toEqual(gaps);
});

it('counts gaps in each conversation separately', async () => {
  expect(await gapsOf([1, 2, 3], ['a', 'b', 'c'])).toEqual([]);
});

it('forgets the conversation that was quiet for longest, and so tells no false gap', async () => {
  const others = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  const gaps: Gap[] = [];
  const receiver = createReceiver({ secrets: [SECRET], onGap: (gap) => gaps.push(gap) });
  for (const conversation_id of ['quiet', ...others]) {
    await receiver.receive(buildCallback({ event: buildEvent({ sequence: 1, conversation_id }) }));
  }
  for (const conversation_id of ['quiet', 'c9999']) {
    await receiver.receive(buildCallback({ event: buildEvent({ sequence: 3, conversation_id }) }));
  }
  expect(gaps).toEqual([{ conversation_id: 'c9999', expected: 2, got: 3 }]);
});

it('continues when onGap throws', async () => {
  const errors: unknown[] = [];
  const failure = new Error('broken pager');
  const receiver = createReceiver({
    secrets: [SECRET],
    onError: (error) => errors.push(error),
    onGap: () => {
      throw failure;
    },
  });
  for (const sequence of [1, 3]) {
    const { status } = await receiver.receive(buildCallback({ event: buildEvent({ sequence }) }));
    expect(status).toBe(200);
  }
  expect(errors).toEqual([failure]);
});
