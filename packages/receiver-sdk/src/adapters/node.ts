import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptsLines } from '../receiver/response-lines';
import { isCallback, NOT_A_CALLBACK } from '../receiver/callback-path';
import type { Receiver } from '../receiver/receiver';
import { readRawBody, sendResponse, sendJson } from './incoming';

const ADVICE =
  'the raw body is not available: something read the request before nodeHandler did. Call it first; in a ' +
  'Next.js pages route export const config = { api: { bodyParser: false } }';

/**
 * Serves a receiver with `node:http`: POSTs to `…/chat-callbacks/<event>` get its response, other requests 404.
 *
 * @example
 * http.createServer(nodeHandler(receiver)).listen(3000);
 */
export function nodeHandler(
  receiver: Receiver,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const path = req.url ?? '';
    if (isCallback(req.method, path)) {
      void serve(receiver, req, res, path);
      return;
    }
    sendJson(res, 404, NOT_A_CALLBACK);
  };
}

async function serve(
  receiver: Receiver,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const response = await receiver.receive({
    path,
    headers: req.headers,
    body: await readRawBody(req, receiver.maxBodyBytes),
    bodyAdvice: ADVICE,
    canStream: acceptsLines(req.headers.accept),
  });
  sendResponse(res, response);
}
