import type { Part } from '../platform/part';
import { task } from '../platform/tasks/task';
import { startRetention } from './retention';
import { complianceRoutes } from './routes';
import { startTenantErasure } from './tenant-erasure';

/** Erasure and export of visitors, retention of conversations, and the erasure of deleted tenants. */
export function compliancePart(
  deps: Parameters<typeof complianceRoutes>[0] &
    Parameters<typeof startRetention>[0] &
    Parameters<typeof startTenantErasure>[0],
): Part {
  return {
    routes: complianceRoutes(deps),
    tasks: [
      task('erasure of tenants', () => startTenantErasure(deps)),
      task('retention', () => startRetention(deps)),
    ],
  };
}
