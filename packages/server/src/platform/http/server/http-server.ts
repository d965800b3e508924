import Hapi, { type Server } from '@hapi/hapi';
import type { Logger } from '../../log';
import { createLogSampler } from '../../log-sampler';
import { registerBearerScheme } from '../bearer';
import { registerCors } from './cors';
import { refusalOf, registerErrorResponses } from './error-response';
import { answerRawErrors, refuseAmbiguous } from './raw-errors';
import { registerAnswerHeaders, requestId } from './request-id';
import { limitRequestTime } from './request-time';

/** The settings of an HTTP server: its address, and the other origins from which the console may be used. */
export interface HttpServerConfig {
  host: string;
  port: number;
  consoleOrigins: readonly string[];
}

/** The hapi server with everything that all routes share. */
export function createHttpServer(config: HttpServerConfig, log: Logger): Server {
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

const ALIKE_PER_SECOND = 10;
/** Proxies ask them each second: lines about those that succeed would hide all others. */
const PROBES = ['/healthz', '/readyz'];

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
    if (status === 200 && PROBES.includes(request.path)) {
      return log.debug({ ...fields, event: 'http.probe' }, 'probe');
    }
    if (code === undefined) return log.info(fields, 'request');
    sampler.print(`${request.route.path} ${code}`, ALIKE_PER_SECOND, (more) =>
      log.info({ ...fields, code, ...(more && { more }) }, 'request'),
    );
  });
}
