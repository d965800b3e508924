import type { Request, Server, ServerAuthScheme } from '@hapi/hapi';
import { AppError } from '../errors';

export interface BearerOptions {
  /** The owner of a token. @throws {AppError} if the token is not valid here */
  validate(token: string, request: Request): Promise<object>;
}

/** `Authorization: Bearer <token>`; the application decides what a token means. */
export function registerBearerScheme(server: Server): void {
  const scheme: ServerAuthScheme<BearerOptions> = (_server, options) => {
    const validate = options?.validate;
    if (!validate) throw new TypeError('a bearer strategy needs a validate function');
    return {
      authenticate: async (request, h) => {
        const token = bearerToken(request);
        if (token === null) throw new AppError('unauthenticated');
        return h.authenticated({
          credentials: await validate(token, request),
          artifacts: { token },
        });
      },
    };
  };
  server.auth.scheme('bearer', scheme);
}

export function bearerToken({ headers }: Request): string | null {
  const authorization = headers['authorization'] as string | undefined;
  return /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1] ?? null;
}
