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

export function createHttpServer(config: HttpServerConfig, log: Logger): Server {
  const server = Hapi.server({
    host: config.host,
    port: config.port,
    debug: false,
    compression: false,
    router: { stripTrailingSlash: false },
    // hapi would refuse a request with a cookie that it can't parse, such as one of another application.
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
/** Paths that proxies ask each second. Successes are not logged: their lines would hide all others. */
const PROBES = ['/healthz', '/readyz'];

/** Logs one line per request. In a flood of equal refusals, some are printed and the rest are counted. */
function registerRequestLog(server: Server, log: Logger): void {
  const sampler = createLogSampler();
  server.events.on('response', (request) => {
    const { response, info } = request;
    const status = response && !('isBoom' in response) ? response.statusCode : 0;
    // The query is left out: it may contain a token or an e-mail address.
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
