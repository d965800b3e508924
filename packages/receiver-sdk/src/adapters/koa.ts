import type { IncomingMessage } from 'node:http';
import { acceptsLines, LINES_TYPE } from '../receiver/response-lines';
import { isCallback } from '../receiver/callback-path';
import type { Receiver } from '../receiver/receiver';
import { bodyOf, readRawBody } from './incoming';
import { keptBody } from './raw-body';

const ADVICE =
  'the raw body is not available: a body parser ran before koaHandler and kept nothing. ' +
  'app.use(koaHandler(receiver)) before it, or use koa-bodyparser, which keeps ctx.request.rawBody';

/** The part of a Koa context that `koaHandler` uses. */
export interface KoaContext {
  req: IncomingMessage;
  /** The address as sent, wherever the middleware is mounted. */
  originalUrl: string;
  request: { rawBody?: unknown };
  status: number;
  body?: unknown;
  type: string;
}

/**
 * Serves a receiver in Koa 2 and 3: POSTs to `…/chat-callbacks/<event>` get its response, other requests go to
 * the next middleware. Needs no body parser; behind koa-bodyparser it uses the text that the parser keeps.
 * Behind a parser that consumed the body it responds 401 `body_unavailable` at once.
 *
 * @example
 * app.use(koaHandler(receiver));
 * app.use(bodyParser());
 */
export function koaHandler(
  receiver: Receiver,
): (ctx: KoaContext, next: () => Promise<unknown>) => Promise<void> {
  return async (ctx, next) => {
    if (!isCallback(ctx.req.method, ctx.originalUrl)) {
      await next();
      return;
    }
    const response = await receiver.receive({
      path: ctx.originalUrl,
      headers: ctx.req.headers,
      body: keptBody(ctx.request.rawBody) ?? (await readRawBody(ctx.req, receiver.maxBodyBytes)),
      bodyAdvice: ADVICE,
      canStream: acceptsLines(ctx.req.headers.accept),
    });
    ctx.status = response.status;
    ctx.body = bodyOf(response);
    if ('lines' in response) ctx.type = LINES_TYPE;
  };
}
