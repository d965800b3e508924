import type { PresentedToken } from '../accounts/sessions/console-scheme';
import { AppError } from '../platform/errors';
import { routesFor } from '../platform/http/route';
import type { ConsolePrincipal } from '../workspaces/principal';
import type { SystemResponses } from './wire';

/** The access of a route for super-admins. */
export const systemRoute = routesFor<ConsolePrincipal, SystemResponses>('system');

/**
 * Admits only super-admins. A strategy of its own, so that others learn nothing about a route except that it is
 * not for them: they are refused before their input is checked.
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
