import Hapi, { type Server } from '@hapi/hapi';
import type { Config } from '../../config/config';
import type { Logger } from '../log';
import { createLogSampler } from '../log-sampler';
import { registerBearerScheme } from './bearer';
import { registerCors } from './cors';
import { refusalOf, registerErrorResponses } from './error-response';
import { answerRawErrors, refuseAmbiguous } from './raw-errors';
import { registerAnswerHeaders, requestId } from './request-id';

/** The hapi server with everything that all routes share. */
export function createHttpServer(config: Config, log: Logger): Server {
  const server = Hapi.server({
    host: config.host,
    port: config.port,
    debug: false,
    compression: false,
    router: { stripTrailingSlash: false },
    // Cookies of other applications: hapi would refuse a request with one that it can't parse.
    routes: { security: false, state: { parse: false, failAction: 'ignore' } },
  });
  const { listener } = server;
  listener.headersTimeout = 10_000;
  limitRequestTime(listener);
  listener.keepAliveTimeout = 65_000;
  answerRawErrors(listener);

  registerBearerScheme(server);
  registerErrorResponses(server, log);
  registerCors(server, config.consoleOrigins);
  registerAnswerHeaders(server);
  refuseAmbiguous(server);
  registerRequestLog(server, log);
  return server;
}

const REQUEST_MS = 15_000;
/** For the bytes of a file over a slow line; the route cuts off one that stalls. */
const UPLOAD_MS = 600_000;

/** Node has one limit for all requests: all but uploads get a shorter one. */
function limitRequestTime(listener: Server['listener']): void {
  listener.requestTimeout = UPLOAD_MS;
  listener.on('request', (request, response) => {
    if (request.method === 'PUT' || request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, REQUEST_MS);
    timer.unref();
    const clear = () => clearTimeout(timer);
    request.once('end', clear);
    response.once('close', clear);
  });
}

const ALIKE_PER_SECOND = 10;

/** One line per request. Of equal refusals, such as in a flood, some are printed and the rest are counted. */
function registerRequestLog(server: Server, log: Logger): void {
  const sampler = createLogSampler();
  server.events.on('response', (request) => {
    const { response, info } = request;
    const status = response && !('isBoom' in response) ? response.statusCode : 0;
    // Only the path: a query may contain a token or an address.
    const fields = {
      event: 'http.request' as const,
      method: request.method,
      path: request.path,
      status,
      ms: Date.now() - info.received,
      request_id: requestId(request),
    };
    const code = refusalOf(request);
    if (code === undefined) return log.info(fields, 'request');
    sampler.print(`${request.route.path} ${code}`, ALIKE_PER_SECOND, (more) =>
      log.info({ ...fields, code, ...(more && { more }) }, 'request'),
    );
  });
}
