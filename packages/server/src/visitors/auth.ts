import type { Request } from '@hapi/hapi';
import type { VisitorResponses } from '@chat-relay/widget-sdk/rest';
import { routesFor } from '../platform/http/route';
import { accessError, type Admitted, type CheckAccess } from './access';

/** An admitted visitor: session, tenant and token. */
export type VisitorPrincipal = Omit<Admitted, 'ok'>;

/** Makes routes for visitors with a valid token. */
export const visitorRoute = routesFor<VisitorPrincipal, VisitorResponses>('visitor');
/** Makes routes that accept an expired token, too. */
export const expiredVisitorRoute = routesFor<VisitorPrincipal, VisitorResponses>('visitor-expired');
/** Makes routes for visitors that need no token. */
export const openVisitorRoute = routesFor<null, VisitorResponses>(null);

type Validate = (token: string, request: Request) => Promise<VisitorPrincipal>;

/** Makes the functions by which the bearer strategies `visitor` and `visitor-expired` check a token. */
export function createVisitorAuth({
  checkAccess,
  clientIp,
}: {
  checkAccess: CheckAccess;
  clientIp(request: Request): string;
}): {
  validate: Validate;
  validateExpired: Validate;
} {
  const validating =
    (allowExpired: boolean): Validate =>
    async (token, request) => {
      const originHeader = request.headers['origin'] as string | undefined;
      const access = await checkAccess(token, {
        originHeader,
        ip: clientIp(request),
        allowExpired,
        isVisit: allowExpired,
      });
      if (!access.ok) throw accessError(access.refusal);
      return access;
    };
  return { validate: validating(false), validateExpired: validating(true) };
}
