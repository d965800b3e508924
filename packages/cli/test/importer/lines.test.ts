import { expect, it } from 'vitest';
import { readLines, type ReadLine } from '../../src/importer/lines';

async function all(lines: AsyncIterable<ReadLine>): Promise<ReadLine[]> {
  const found: ReadLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

async function read(parts: (string | Buffer)[], maxBytes = 100) {
  async function* chunks() {
    for (const part of parts) yield await Promise.resolve(Buffer.from(part));
  }
  return all(readLines(chunks(), maxBytes));
}

it('reads lines whatever pieces they come in, and leaves blank ones out', async () => {
  expect(await read(['\uFEFFone\r\n\r\n', 'tw', 'o', '\nthr', 'ee'])).toEqual([
    { number: 1, text: 'one' },
    { number: 3, text: 'two' },
    { number: 4, text: 'three' },
  ]);
  const smile = Buffer.from('a 😀 b\n');
  expect(await read([smile.subarray(0, 4), smile.subarray(4)])).toEqual([
    { number: 1, text: 'a 😀 b' },
  ]);
});

it('names a line that is too long or not UTF-8, and reads on', async () => {
  const tooLong = ['x'.repeat(60), 'x'.repeat(60), '\nok\n'];
  expect(await read([...tooLong, Buffer.from([0xff, 0x0a]), 'end'])).toEqual([
    { number: 1, problem: 'too_long' },
    { number: 2, text: 'ok' },
    { number: 3, problem: 'not_utf8' },
    { number: 4, text: 'end' },
  ]);
});

it('holds no more of an endless line than a line may have', async () => {
  const part = Buffer.alloc(1024 * 1024, 'x');
  let heldMiB = 0;
  async function* endless() {
    for (let n = 0; n < 600; n++) {
      yield await Promise.resolve(Buffer.from(part));
      heldMiB = Math.max(heldMiB, process.memoryUsage().arrayBuffers / 1024 / 1024);
    }
  }
  const lines = await all(readLines(endless(), 1024));
  expect(lines).toEqual([{ number: 1, problem: 'too_long' }]);
  expect(heldMiB).toBeLessThan(400);
});
