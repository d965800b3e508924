import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsLines } from '../receiver/response-lines';
import { isCallback } from '../receiver/callback-path';
import type { Receiver } from '../receiver/receiver';
import { readRawBody, sendResponse } from './incoming';
import { keptBody } from './raw-body';

const ADVICE =
  'the raw body is not available: a body parser ran before expressHandler. ' +
  'Mount expressHandler before express.json(), or give this path express.raw({ type: "*/*" }); ' +
  'in NestJS app.use() it before app.listen(), or create the app with rawBody: true';

/** The part of Express's request that `expressHandler` uses, beyond node's. */
export interface ExpressRequest extends IncomingMessage {
  originalUrl?: string;
  body?: unknown;
  /** The raw body, from `verify` of a body parser, Nest's `rawBody` and some function hosts. */
  rawBody?: unknown;
}

/**
 * Serves a receiver in Express 4 and 5: POSTs to `…/chat-callbacks/<event>` get its response, other requests go to
 * the next middleware. Needs no body parser; behind `express.raw()` it uses the buffer. Behind a parser that
 * consumed the body it responds 401 `body_unavailable` at once.
 *
 * @example
 * app.use(expressHandler(receiver));
 * app.use(express.json());
 */
export function expressHandler(
  receiver: Receiver,
): (req: ExpressRequest, res: ServerResponse, next: (error?: unknown) => void) => void {
  return (req, res, next) => {
    // Under a prefix, Express removes the prefix from `url`.
    const path = req.originalUrl ?? req.url ?? '';
    if (isCallback(req.method, path)) void serve(receiver, req, res, path);
    else next();
  };
}

async function serve(
  receiver: Receiver,
  req: ExpressRequest,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const response = await receiver.receive({
    path,
    headers: req.headers,
    body: keptBody(req.rawBody, req.body) ?? (await readRawBody(req, receiver.maxBodyBytes)),
    bodyAdvice: ADVICE,
    canStream: acceptsLines(req.headers.accept),
  });
  sendResponse(res, response);
}
