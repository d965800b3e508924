import type { PresentedToken } from '../accounts/sessions/console-scheme';
import { AppError } from '../platform/errors';
import { routesFor } from '../platform/http/route';
import type { ConsolePrincipal } from '../workspaces/principal';

/** States a route for super-admins. */
export const systemRoute = routesFor<ConsolePrincipal>('system');

/**
 * Lets super-admins pass alone. A strategy of its own, so that others learn nothing of a route but
 * that it isn't theirs: they are refused before their input is looked at.
 */
export function createSystemAuth(
  authenticate: (presented: PresentedToken) => Promise<ConsolePrincipal>,
) {
  return async (presented: PresentedToken): Promise<ConsolePrincipal> => {
    const principal = await authenticate(presented);
    if (!principal.isSystem) throw new AppError('not_system_admin');
    return principal;
  };
}
