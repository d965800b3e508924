import { acceptsLines, LINES_TYPE } from '../receiver/response-lines';
import { isCallback, NOT_A_CALLBACK } from '../receiver/callback-path';
import type { Receiver } from '../receiver/receiver';

const ADVICE =
  'the raw body is not available: something read the request before webHandler. Give it the request before ' +
  'request.json() and request.text(), in Hono c.req.raw, or give the other reader request.clone()';

/**
 * Serves a receiver where requests are web `Request`s: Next.js route handlers, Hono, Workers, Deno, Bun. POSTs
 * to `…/chat-callbacks/<event>` get its response, other requests 404.
 *
 * @example
 * export const POST = webHandler(receiver);
 */
export function webHandler(receiver: Receiver): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname;
    if (!isCallback(request.method, path)) return Response.json(NOT_A_CALLBACK, { status: 404 });
    const response = await receiver.receive({
      path,
      headers: request.headers,
      body: await readRawBody(request, receiver.maxBodyBytes),
      bodyAdvice: ADVICE,
      canStream: acceptsLines(request.headers.get('accept')),
    });
    const { status, body } = response;
    const lines = 'lines' in response ? response.lines : undefined;
    if (!lines) return Response.json(body, { status });
    return new Response(streamOf(lines), { status, headers: { 'content-type': LINES_TYPE } });
  };
}

/** Sends each line at once; when the reader disconnects, the iteration ends. */
function streamOf(lines: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = lines[Symbol.asyncIterator]();
  const utf8 = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(utf8.encode(value));
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/**
 * Reads the body's bytes; undefined if they were read before or the sender disconnected. After `maxBytes` it stops and
 * returns what it has, which the receiver then refuses.
 */
async function readRawBody(request: Request, maxBytes: number): Promise<Uint8Array | undefined> {
  if (request.bodyUsed || request.body?.locked) return undefined;
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) return joined(chunks, size);
      chunks.push(value);
      size += value.byteLength;
    }
  } catch {
    return undefined;
  }
  // Not awaited, because a sender that never ends could delay it.
  reader.cancel().catch(() => undefined);
  return joined(chunks, size);
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first) return first;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
