import type { Server } from '@hapi/hapi';
import { API_PREFIX, type Route } from '../route';

const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key, x-request-id';
const PREFLIGHT_MAX_AGE_S = 600;

/**
 * Lets browsers read responses. Visitor routes allow the requesting origin, never `*`: the route itself decides
 * whether the origin may chat, and a page must be able to read the refusal. Console routes allow only the
 * configured origins; the tenant API allows none.
 */
export function registerCors(server: Server, consoleOrigins: readonly string[]): void {
  const mayRead = (origin: string, path: string): boolean => {
    const route = ['get', 'post', 'put']
      .map((method) => server.match(method as 'get', path)?.settings.plugins)
      .find((plugins) => plugins !== undefined) as { relay?: { route: Route } } | undefined;
    const area = route?.relay?.route.area;
    if (area === 'visitor') return true;
    return area !== undefined && area !== 'tenant' && consoleOrigins.includes(origin);
  };

  server.ext('onPreResponse', (request, h) => {
    const { origin } = request.headers;
    const { response } = request;
    const headers = 'isBoom' in response ? response.output.headers : response.headers;
    const { vary } = headers;
    headers['vary'] = vary === undefined ? 'Origin' : `${String(vary)}, Origin`;
    if (typeof origin === 'string' && mayRead(origin, request.path)) {
      headers['access-control-allow-origin'] = origin;
      headers['access-control-expose-headers'] = 'x-request-id, retry-after';
    }
    return h.continue;
  });

  server.route({
    method: 'OPTIONS',
    path: `${API_PREFIX}/{any*}`,
    options: { auth: false, plugins: {} },
    handler: (_request, h) =>
      h
        .response()
        .code(204)
        .header('access-control-allow-methods', 'GET, POST, PUT')
        .header('access-control-allow-headers', ALLOWED_HEADERS)
        .header('access-control-max-age', String(PREFLIGHT_MAX_AGE_S)),
  });
}
