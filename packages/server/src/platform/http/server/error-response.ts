import type { Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import { AppError, type ErrorCode, type PlainCode } from '../../errors';
import { isUnavailable } from '../../storage/failures';
import { envelope } from '../envelope';
import type { Logger } from '../../log';
import { requestId } from './request-id';

type Boom = Exclude<Request['response'], ResponseObject>;

const RETRY_AFTER_UNAVAILABLE_S = 1;

/** Turns every error of the server, from any source, into the envelope with its stable code. */
export function registerErrorResponses(server: Server, log: Logger): void {
  server.ext('onPreResponse', (request, h) => {
    const { response } = request;
    if (!('isBoom' in response)) return h.continue;
    const error = toAppError(response, request);
    noteRefusal(request, error.code);
    logFailure(log, request, error, response);
    return respond(error, request, h);
  });
}

function respond(error: AppError, request: Request, h: ResponseToolkit) {
  const data = {
    ...error.data,
    code: error.code,
    request_id: requestId(request),
    ...(error.details && { details: error.details }),
    ...(error.retryAfterS !== undefined && { retry_after_s: error.retryAfterS }),
  };
  const response = h.response(envelope(error.status, data, error.message)).code(error.status);
  if (error.retryAfterS !== undefined) response.header('Retry-After', String(error.retryAfterS));
  if (error.code === 'method_not_allowed') {
    response.header('Allow', methodsOf(request).join(', ').toUpperCase());
  }
  if (WANTS_TOKEN.includes(error.code)) response.header('WWW-Authenticate', 'Bearer');
  return response;
}

const WANTS_TOKEN: readonly ErrorCode[] = ['unauthenticated', 'token_invalid', 'session_revoked'];

const CODE_BY_STATUS: Record<number, PlainCode> = {
  400: 'bad_json',
  401: 'unauthenticated',
  404: 'not_found',
  503: 'overloaded',
};

function toAppError(error: Boom | AppError, request: Request): AppError {
  if (error instanceof AppError) return error;
  if (isUnavailable(error)) {
    return new AppError('storage_unavailable', {
      retryAfterS: RETRY_AFTER_UNAVAILABLE_S,
      cause: error,
    });
  }
  const { statusCode } = error.output;
  if (statusCode === 404 && methodsOf(request).length > 0) {
    return new AppError('method_not_allowed');
  }
  const code = CODE_BY_STATUS[statusCode] ?? 'internal_error';
  return new AppError(code, {
    cause: error,
    ...(statusCode === 503 && { retryAfterS: RETRY_AFTER_UNAVAILABLE_S }),
  });
}

function methodsOf({ server, path }: Request): ('get' | 'post' | 'put')[] {
  return (['get', 'post', 'put'] as const).filter(
    (method) => server.match(method, path)?.settings.plugins,
  );
}

/** Logs only failures of the relay: a refusal is reported by the request's own line. */
function logFailure(log: Logger, request: Request, error: AppError, original: unknown): void {
  const fields = { err: error.cause ?? original, request_id: requestId(request) };
  if (error.code === 'internal_error') {
    log.error({ event: 'http.request_failed', ...fields }, 'request failed');
  }
  if (error.code === 'storage_unavailable') {
    log.warn({ event: 'http.storage_unavailable', ...fields }, 'the database is unavailable');
  }
}

function noteRefusal(request: Request, code: ErrorCode): void {
  (request.app as { refusal?: ErrorCode }).refusal = code;
}

/** The error code of the response, for the request's log line. */
export function refusalOf(request: Request): ErrorCode | undefined {
  return (request.app as { refusal?: ErrorCode }).refusal;
}
