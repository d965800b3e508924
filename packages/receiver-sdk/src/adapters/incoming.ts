import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { CallbackResponse } from '../receiver/response';
import { LINES_TYPE } from '../receiver/response-lines';

/**
 * Reads the body's bytes; undefined if they were read before, because a stream that has ended never ends again. After
 * `maxBytes` it stops and returns what it has, which the receiver then refuses.
 */
export function readRawBody(req: Readable, maxBytes: number): Promise<Uint8Array | undefined> {
  if (req.readableDidRead || req.destroyed) return Promise.resolve(undefined);

  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;

    const settle = (body: Uint8Array | undefined): void => {
      req.off('data', collect).off('end', finish).off('close', giveUp);
      resolve(body);
    };
    const collect = (chunk: Uint8Array): void => {
      chunks.push(chunk);
      size += chunk.byteLength;
      // Without a listener the rest of the stream is dropped, so that the sender reads the response.
      if (size > maxBytes) finish();
    };
    const finish = (): void => settle(Buffer.concat(chunks, size));
    const giveUp = (): void => settle(undefined);

    // A reset connection must not crash the process; 'close' follows it.
    req.on('error', () => undefined);
    req.on('data', collect).on('end', finish).on('close', giveUp);
  });
}

/** Sends a response: its body, or its lines, each as soon as it is available. */
export function sendResponse(
  res: ServerResponse,
  { status, body, ...more }: CallbackResponse,
): void {
  const lines = 'lines' in more ? more.lines : undefined;
  if (!lines) return sendJson(res, status, body);
  if (res.headersSent || res.destroyed) return void Readable.from(lines).destroy();
  res.writeHead(status, { 'Content-Type': LINES_TYPE });
  // Breaks the connection if the lines fail, and ends them if it closes.
  pipeline(Readable.from(lines), res, () => undefined);
}

/** Makes a body for a framework that sends Node streams. */
export function bodyOf(response: CallbackResponse): object {
  const lines = 'lines' in response ? response.lines : undefined;
  return lines ? Readable.from(lines, { objectMode: false }) : response.body;
}

export function sendJson(res: ServerResponse, status: number, body: object): void {
  if (res.headersSent || res.destroyed) return;
  const json = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
  });
  res.end(json);
}
