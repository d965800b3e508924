import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAnswerStreams } from '../../../src/platform/http/answer-streams';
import { isLargeJson, writeJson } from '../../../src/platform/http/large-json';
import { gatherPage } from '../../../src/platform/http/paging';

async function* texts(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
}

describe('a large answer', () => {
  it('is the same JSON in pieces as at once', async () => {
    const value = {
      status_code: 200,
      data: {
        rows: Array.from({ length: 3_000 }, (_, n) => ({ n, text: 'é"\u0001'.repeat(20) })),
        none: [],
        nothing: undefined,
        empty: {},
        nested: { long: 'x'.repeat(40_000), list: [null, undefined, true, [1, [2]]] },
      },
    };
    expect(isLargeJson(value)).toBe(true);
    expect(isLargeJson({ data: { a: [1, 2, 3] } })).toBe(false);
    const streams = createAnswerStreams();
    expect(await text(streams.open(writeJson(value), true))).toBe(JSON.stringify(value));
  });

  it('reads its parts one after another, while it is sent', async () => {
    const read: number[] = [];
    const parts = (async function* () {
      for (let n = 0; n < 3; n++) {
        read.push(n);
        yield [n, n];
      }
    })();
    const answer = writeJson({ rows: parts, last: 'x' });
    expect(isLargeJson({ rows: parts })).toBe(true);
    await answer.next();
    expect(read).toEqual([]);
    let json = '{"rows":';
    for await (const piece of answer) json += piece;
    expect(json).toBe('{"rows":[0,0,1,1,2,2],"last":"x"}');
  });

  it('is refused as overloaded while too many are on their way, unless something was changed', async () => {
    const streams = createAnswerStreams(1);
    const first = streams.open(texts('first'), true);
    expect(() => streams.open(texts('second'), true)).toThrow(
      expect.objectContaining({ code: 'overloaded', retryAfterS: 2 }) as Error,
    );
    expect(await text(streams.open(texts('changed'), false))).toBe('changed');
    expect(await text(first)).toBe('first');
    expect(await text(streams.open(texts('third'), true))).toBe('third');
  });

  it('is cut off for a client that does not read, and makes room for another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const streams = createAnswerStreams(1, 30_000);
    const unread = streams.open(texts('x'), true);
    const failed = new Promise<Error>((resolve) => unread.once('error', resolve));
    vi.advanceTimersByTime(30_000);
    expect((await failed).message).toBe('the client does not read its answer');
    await vi.waitFor(() => expect(unread.closed).toBe(true));
    expect(await text(streams.open(texts('next'), true))).toBe('next');
  });
});

describe('a page of large rows', () => {
  const rows = Array.from({ length: 20 }, (_, id) => ({ id, bytes: 200_000 }));
  const pages = async (limit: number, bytes: number): Promise<number[]> => {
    const lengths: number[] = [];
    for (let after = -1, more = true; more;) {
      const start = after;
      const page = await gatherPage<(typeof rows)[number]>({
        limit,
        read: async (last, count) => {
          const from = (last?.id ?? start) + 1;
          return rows.slice(from, from + count);
        },
        bytesOf: () => bytes,
        keyOf: ({ id }) => [id],
      });
      lengths.push(page.rows.length);
      after = page.rows.at(-1)?.id ?? after;
      more = page.nextCursor !== null;
    }
    return lengths;
  };

  it('ends early, and each row is in one page', async () => {
    expect(await pages(200, 200_000)).toEqual([7, 7, 6]);
    expect(await pages(200, 10_000_000)).toEqual([3, 3, 3, 3, 3, 3, 2]);
  });

  it('is as long as asked for if its rows are small', async () => {
    expect(await pages(200, 10)).toEqual([20]);
    expect(await pages(20, 10)).toEqual([20]);
    expect(await pages(8, 10)).toEqual([8, 8, 4]);
    expect(await pages(1, 10)).toEqual(Array(20).fill(1));
  });
});
