import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Receiver } from '../receiver';
import { isCallback, readRawBody, sendJson } from './incoming';

const ADVICE = 'the raw body is not available: something read the request before nodeHandler did';

/**
 * Serves a receiver with `node:http`: POSTs to `…/chat-callbacks/<event>` get its answer, the rest 404.
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
      void answer(receiver, req, res, path);
      return;
    }
    const error = { code: 'not_found', message: 'not the address of a callback' };
    sendJson(res, 404, { received: false, error });
  };
}

async function answer(
  receiver: Receiver,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  const { status, body } = await receiver.receive({
    path,
    headers: req.headers,
    body: await readRawBody(req, receiver.maxBodyBytes),
    bodyAdvice: ADVICE,
  });
  sendJson(res, status, body);
}
