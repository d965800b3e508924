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
 * Which requests come from the relay's own page. A cookie alone does not say so: browsers send it
 * for every page of the same site, such as `shop.example.com` next to `chat.example.com`.
 */
export interface ConsoleOrigin {
  /** Whether the session cookie of an HTTP request counts. */
  mayUseCookie(headers: IncomingHttpHeaders): boolean;
  /** Whether that of a WebSocket's opening does: browsers always send its `Origin`, and no more. */
  mayOpenFeed(headers: IncomingHttpHeaders): boolean;
  /**
   * Runs before a sign-in is counted, and refuses one that asks for a cookie which another page may
   * have caused, or which the browser would not keep.
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

  /** Whether a browser keeps a `Secure` cookie from this answer. */
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

/** The `Host` of a request by this scheme, without the scheme's default port. */
function hostAs(protocol: string, host: string | undefined): URL | null {
  const url = `${protocol}//${host ?? ''}/`;
  return URL.canParse(url) ? new URL(url) : null;
}

/** Browsers keep `Secure` cookies of these over plain HTTP, too. */
function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname) ||
    hostname === '[::1]'
  );
}
