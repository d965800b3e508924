import type { Request } from '@hapi/hapi';
import type { VisitorResponses } from '@chat-relay/widget-sdk/rest';
import { routesFor } from '../platform/http/route';
import { accessError, type Admitted, type CheckAccess } from './access';

/** The session of a visitor token. */
export type VisitorPrincipal = Omit<Admitted, 'ok'>;

/** The access of a visitor's route. */
export const visitorRoute = routesFor<VisitorPrincipal, VisitorResponses>('visitor');
/** The access of a route that an expired token opens, too. */
export const expiredVisitorRoute = routesFor<VisitorPrincipal, VisitorResponses>('visitor-expired');
/** The access of a visitor's route that needs no token. */
export const openVisitorRoute = routesFor<null, VisitorResponses>(null);

type Validate = (token: string, request: Request) => Promise<VisitorPrincipal>;

/** What the strategies `visitor` and `visitor-expired` of the bearer scheme validate with. */
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
