import type { Dispatcher } from 'undici';
import { SECOND } from '../../platform/clock';

type Body = Dispatcher.ResponseData['body'];

export const NDJSON = 'application/x-ndjson';

/** A response whose lines are read while the receiver is still writing them. */
export interface StreamedResponse {
  /**
   * Yields the lines that are not blank, without their ends. Call it once. It throws when the receiver breaks off,
   * takes too long or sends too much, and when `signal` aborts; the connection is then closed.
   * @param totalMs for all lines
   */
  lines(options: { signal: AbortSignal; totalMs: number }): AsyncGenerator<string, void>;
  /** Closes the connection. Call it if the lines are not read. */
  cancel(): void;
}

/** Limits how long a response that is not read keeps its connection, too. */
const MAX_STREAM_MS = 60 * SECOND;
const FIRST_LINE_MS = 10 * SECOND;
const BETWEEN_LINES_MS = 20 * SECOND;

export function streamedResponse(body: Body, maxBytes: number): StreamedResponse {
  const guard = setTimeout(() => body.destroy(), MAX_STREAM_MS);
  guard.unref();
  body.on('error', () => undefined); // thrown where the lines are read
  body.on('close', () => clearTimeout(guard));

  async function* lines({ signal, totalMs }: { signal: AbortSignal; totalMs: number }) {
    const cut = (): void => void body.destroy(new Error('the streamed response was cut off'));
    if (signal.aborted) cut();
    signal.addEventListener('abort', cut, { once: true });
    const total = setTimeout(cut, Math.min(totalMs, MAX_STREAM_MS));
    let next = setTimeout(cut, FIRST_LINE_MS);
    const decoder = new TextDecoder();
    let size = 0;
    let rest = '';
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes)
          throw new Error(`the streamed response has more than ${maxBytes} bytes`);
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = parts.pop() ?? '';
        for (const line of parts) {
          if (line.trim() === '') continue;
          clearTimeout(next);
          next = setTimeout(cut, BETWEEN_LINES_MS);
          yield line;
        }
      }
      if (rest.trim() !== '') yield rest;
    } finally {
      clearTimeout(total);
      clearTimeout(next);
      signal.removeEventListener('abort', cut);
      body.destroy();
    }
  }

  return { lines, cancel: () => void body.destroy() };
}
