import type { Request, Server, ServerAuthScheme } from '@hapi/hapi';
import { AppError } from '../../platform/errors';
import { bearerToken } from '../../platform/http/bearer';
import { refusalOf } from '../../platform/http/server/error-response';
import type { ConsolePrincipal } from '../../workspaces/principal';
import { CLEAR_SESSION_COOKIE } from './session-cookie';

/** A console token, and how the request carried it. */
export interface PresentedToken {
  token: string;
  by: 'bearer' | 'cookie';
  /** True if no person caused the request: then it doesn't postpone the session's idle end. */
  isBackground: boolean;
}

export interface ConsoleSchemeOptions {
  /** Returns the owner of the token. @throws {AppError} if the token is not valid */
  validate(presented: PresentedToken): Promise<ConsolePrincipal>;
}

/**
 * Registers the scheme of routes for signed-in accounts: a bearer token, else the session cookie.
 * @param cookieToken returns the token of a cookie that may be used for this request
 */
export function registerConsoleScheme(
  server: Server,
  cookieToken: (request: Request) => string | null,
): void {
  const presentedBy = (request: Request): PresentedToken | null => {
    const isBackground = request.headers['x-relay-background'] === '1';
    const bearer = bearerToken(request);
    if (bearer !== null) return { token: bearer, by: 'bearer', isBackground };
    const token = cookieToken(request);
    return token === null ? null : { token, by: 'cookie', isBackground };
  };

  const scheme: ServerAuthScheme<ConsoleSchemeOptions> = (_server, options) => {
    const validate = options?.validate;
    if (!validate) throw new TypeError('a console strategy needs a validate function');
    return {
      authenticate: async (request, h) => {
        const presented = presentedBy(request);
        if (!presented) throw new AppError('unauthenticated');
        (request.app as { isByCookie?: boolean }).isByCookie = presented.by === 'cookie';
        return h.authenticated({
          credentials: await validate(presented),
          artifacts: { ...presented },
        });
      },
    };
  };
  server.auth.scheme('console', scheme);

  server.ext('onPreResponse', (request, h) => {
    const { response } = request;
    const isOver = refusalOf(request) === 'session_revoked' && isByCookie(request);
    if (isOver && !('isBoom' in response)) response.header('set-cookie', CLEAR_SESSION_COOKIE);
    return h.continue;
  });
}

export function isByCookie(request: Request): boolean {
  return (request.app as { isByCookie?: boolean }).isByCookie === true;
}
