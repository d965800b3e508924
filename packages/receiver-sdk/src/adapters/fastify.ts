import type { IncomingMessage } from 'node:http';
import { acceptsLines, LINES_TYPE } from '../receiver/response-lines';
import { CALLBACKS_PATH } from '../receiver/callback-path';
import type { Receiver } from '../receiver/receiver';
import { bodyOf, readRawBody } from './incoming';

const ADVICE =
  'the raw body is not available: a hook (preParsing, onRequest) read the request before fastifyPlugin. ' +
  'Register that hook in a separate scope that does not contain app.register(fastifyPlugin(receiver))';

interface FastifyReply {
  code(status: number): FastifyReply;
  type(contentType: string): FastifyReply;
  send(body: unknown): unknown;
}

/** The part of a Fastify instance that `fastifyPlugin` uses. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (
      request: { raw: IncomingMessage; url: string },
      reply: FastifyReply,
    ) => Promise<unknown>,
  ): unknown;
}

/**
 * Serves a receiver in Fastify 4 and 5, at `/api/v1/chat-callbacks/:event` below the prefix it is registered
 * with. It has a scope of its own, whose bodies are not parsed: the application's parsers stay as they are.
 *
 * @example
 * await app.register(fastifyPlugin(receiver));
 */
export function fastifyPlugin(receiver: Receiver): (scope: FastifyScope) => Promise<void> {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    // The stream stays unread: Fastify's own limit would respond 413 instead of `body_too_large`.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post(`${CALLBACKS_PATH}/:event`, async ({ raw, url }, reply) => {
      const response = await receiver.receive({
        path: url,
        headers: raw.headers,
        body: await readRawBody(raw, receiver.maxBodyBytes),
        bodyAdvice: ADVICE,
        canStream: acceptsLines(raw.headers.accept),
      });
      const isStream = 'lines' in response;
      return reply
        .code(response.status)
        .type(isStream ? LINES_TYPE : 'application/json; charset=utf-8')
        .send(bodyOf(response));
    });
  };
}
