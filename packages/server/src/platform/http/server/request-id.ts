import type { Request, Server } from '@hapi/hapi';
import { newId } from '../../ids';

const ACCEPTED = /^[A-Za-z0-9._-]{1,64}$/;

/** The client's `X-Request-Id`, or a new one; the same for the whole request. */
export function requestId(request: Request): string {
  const app = request.app as { requestId?: string };
  app.requestId ??= chosenByClient(request.headers['x-request-id']) ?? newId();
  return app.requestId;
}

function chosenByClient(header: unknown): string | null {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : null;
}

/** Adds the id and the security headers to every response. */
export function registerAnswerHeaders(server: Server): void {
  server.ext('onPreResponse', (request, h) => {
    const headers = {
      'x-request-id': requestId(request),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    const { response } = request;
    const target = 'isBoom' in response ? response.output.headers : response.headers;
    Object.assign(target, headers);
    if (!('cache-control' in target)) target['cache-control'] = 'no-store';
    return h.continue;
  });
}
