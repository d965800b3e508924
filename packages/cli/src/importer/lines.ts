/** A line of a file, or the reason why it can't be read. */
export type ReadLine = { number: number; text: string } | { number: number; problem: string };

const LINE_FEED = 0x0a;

/**
 * Yields the lines of a file of any size, one at a time. Of a line that is too long, only `maxBytes` are held in
 * memory. Blank lines are left out.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<ReadLine> {
  let held: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const hold = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= maxBytes) held.push(part);
    else held = [];
  };
  const take = (): ReadLine | null => {
    number++;
    const line = bytes > maxBytes ? { number, problem: 'too_long' } : decode(number, held);
    held = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      hold(chunk.subarray(start, end));
      const line = take();
      if (line) yield line;
    }
    hold(chunk.subarray(start));
  }
  const last = bytes > 0 ? take() : null;
  if (last) yield last;
}

function decode(number: number, parts: Buffer[]): ReadLine | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)).trim();
    return text === '' ? null : { number, text };
  } catch {
    return { number, problem: 'not_utf8' };
  }
}
