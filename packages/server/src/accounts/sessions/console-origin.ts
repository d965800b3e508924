import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request } from '@hapi/hapi';
import { AppError } from '../../platform/errors';
import { createProxyTrust } from '../../platform/rate-limits/client-address';

export interface ConsoleOriginOptions {
  /** `BASE_URL`. */
  baseUrl: string;
  trustedProxies: readonly string[];
}

/**
 * Decides which requests come from the relay's own page. A cookie alone does not prove it: browsers send it for every
 * page of the same site, such as `shop.example.com` next to `chat.example.com`.
 */
export interface ConsoleOrigin {
  /** True if the session cookie of an HTTP request may be used. */
  mayUseCookie(headers: IncomingHttpHeaders): boolean;
  /** True if the cookie of a WebSocket's opening may be used. Its only proof is the `Origin`, which browsers send. */
  mayOpenFeed(headers: IncomingHttpHeaders): boolean;
  /**
   * Refuses a sign-in that asks for a cookie if another page may have caused it, or if the browser would not keep the
   * cookie. Runs before the sign-in is counted.
   * @throws {AppError} origin_not_allowed, insecure_origin
   */
  checkSignIn(request: Request): void;
}

export function wantsCookie(headers: IncomingHttpHeaders): boolean {
  return headers['x-relay-session'] === 'cookie';
}

export function createConsoleOrigin(options: ConsoleOriginOptions): ConsoleOrigin {
  const base = new URL(options.baseUrl);
  const isTrustedProxy = createProxyTrust(options.trustedProxies);

  const isOwnOrigin = (origin: string, host: string | undefined): boolean => {
    if (!URL.canParse(origin)) return false;
    const url = new URL(origin);
    if (url.origin !== origin) return false;
    return origin === base.origin || url.host === hostAs(url.protocol, host)?.host;
  };

  const isSameOrigin = ({ origin, host, ...headers }: IncomingHttpHeaders): boolean =>
    (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
    (origin === undefined || isOwnOrigin(origin, host));

  /** True if a browser keeps a `Secure` cookie from this response. */
  const isSecure = ({ headers, socket }: IncomingMessage): boolean => {
    const { host } = headers;
    if (isLoopback(hostAs('http:', host)?.hostname ?? '')) return true;
    if ('encrypted' in socket) return true;
    const isForwardedTls = headers['x-forwarded-proto'] === 'https';
    if (isForwardedTls && isTrustedProxy(socket.remoteAddress ?? '')) return true;
    return base.protocol === 'https:' && base.host === hostAs('https:', host)?.host;
  };

  return {
    mayUseCookie: (headers) => headers['x-relay-console'] === '1' && isSameOrigin(headers),
    mayOpenFeed: ({ origin, host }) => origin !== undefined && isOwnOrigin(origin, host),
    checkSignIn: (request) => {
      const { headers } = request.raw.req;
      if (!wantsCookie(headers)) return;
      if (!isSameOrigin(headers)) {
        throw new AppError('origin_not_allowed', {
          message: "Only the relay's own page can sign in with a cookie.",
        });
      }
      if (!isSecure(request.raw.req)) throw new AppError('insecure_origin');
    },
  };
}

/** Parses the `Host` of a request, without the default port of this scheme. */
function hostAs(protocol: string, host: string | undefined): URL | null {
  const url = `${protocol}//${host ?? ''}/`;
  return URL.canParse(url) ? new URL(url) : null;
}

/** True of hosts whose `Secure` cookies browsers keep over plain HTTP, too. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}
