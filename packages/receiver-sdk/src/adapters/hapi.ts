import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { acceptsLines, LINES_TYPE } from '../receiver/response-lines';
import { CALLBACKS_PATH } from '../receiver/callback-path';
import type { Receiver } from '../receiver/receiver';
import { bodyOf, readRawBody } from './incoming';

const ADVICE =
  'the raw body is not available: an extension (onRequest, onPreAuth) read the request before hapiPlugin. ' +
  'Do not read request.raw.req for this path: its route has payload: { parse: false, output: "stream" }';

interface HapiRequest {
  raw: { req: IncomingMessage };
  path: string;
  payload: unknown;
}

interface HapiToolkit<R> {
  response(body: object): { code(status: number): R; type(contentType: string): unknown };
}

/** The part of a hapi server that `hapiPlugin` uses. */
export interface HapiServer<R> {
  route(route: {
    method: 'POST';
    path: string;
    options: {
      auth: false;
      payload: { parse: false; output: 'stream'; maxBytes: number };
    };
    handler(request: HapiRequest, h: HapiToolkit<R>): Promise<R>;
  }): unknown;
}

/** A hapi plugin. */
export interface HapiPlugin {
  name: string;
  multiple: true;
  register<R>(server: HapiServer<R>): void;
}

/**
 * Serves a receiver in hapi 21, at `/api/v1/chat-callbacks/{event}` below the prefix it is registered with,
 * on a route without authentication and parsing.
 *
 * @example
 * await server.register(hapiPlugin(receiver));
 */
export function hapiPlugin(receiver: Receiver): HapiPlugin {
  return {
    name: '@chat-relay/receiver-sdk',
    multiple: true,
    register: (server) => {
      server.route({
        method: 'POST',
        path: `${CALLBACKS_PATH}/{event}`,
        options: {
          auth: false,
          // The receiver checks the limit: hapi's own would respond 413 instead of `body_too_large`.
          payload: { parse: false, output: 'stream', maxBytes: Number.MAX_SAFE_INTEGER },
        },
        handler: async ({ raw, path, payload }, h) => {
          const response = await receiver.receive({
            path,
            headers: raw.req.headers,
            body:
              payload instanceof Readable
                ? await readRawBody(payload, receiver.maxBodyBytes)
                : payload,
            bodyAdvice: ADVICE,
            canStream: acceptsLines(raw.req.headers.accept),
          });
          const reply = h.response(bodyOf(response));
          if ('lines' in response) reply.type(LINES_TYPE);
          return reply.code(response.status);
        },
      });
    },
  };
}
