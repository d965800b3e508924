import type { Database } from '../platform/storage/database';
import type { Part } from '../platform/part';
import { bootstrapRoutes } from './break-glass-routes';
import { createNodeStatus } from './node-status';
import { createSystemOverview } from './overview';
import { systemRoutes } from './routes';
import { createSuspension } from './suspension';

/** The routes of super-admins, and the break-glass routes. */
export function systemPart(
  deps: Parameters<typeof bootstrapRoutes>[0] &
    Parameters<typeof createNodeStatus>[0] &
    Parameters<typeof createSuspension>[0] &
    Omit<Parameters<typeof systemRoutes>[0], 'overview' | 'setTenantStatus' | 'nodeStatus'> & {
      database: Database;
    },
): Part {
  return {
    routes: [
      ...bootstrapRoutes(deps),
      ...systemRoutes({
        ...deps,
        overview: createSystemOverview(deps),
        setTenantStatus: createSuspension(deps),
        nodeStatus: createNodeStatus(deps),
      }),
    ],
  };
}
