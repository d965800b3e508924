import type { Part } from '../platform/part';
import { auditRoutes } from './audit-routes';
import { invitationRoutes } from './invitation-routes';
import { memberRoutes, workspaceRoutes } from './routes';

export function workspacesPart(
  deps: Parameters<typeof workspaceRoutes>[0] &
    Parameters<typeof memberRoutes>[0] &
    Parameters<typeof invitationRoutes>[0] &
    Parameters<typeof auditRoutes>[0],
): Part {
  return {
    routes: [
      ...workspaceRoutes(deps),
      ...memberRoutes(deps),
      ...invitationRoutes(deps),
      ...auditRoutes(deps),
    ],
    deletions: [deps.invitations.deleteExpired],
  };
}
