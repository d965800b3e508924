import type { Part } from '../platform/part';
import { task } from '../platform/tasks/task';
import type { TenantDirectory } from './directory';
import { faqRoutes } from './faq/routes';
import { tenantRoutes } from './routes';

export function tenantsPart(
  deps: Parameters<typeof tenantRoutes>[0] &
    Parameters<typeof faqRoutes>[0] & {
      directory: Pick<TenantDirectory, 'follow'>;
      /** Called when another node has changed this tenant. */
      onChanged(tenantId: string): void;
    },
): Part {
  return {
    routes: [...tenantRoutes(deps), ...faqRoutes(deps)],
    tasks: [task('tenant changes', () => deps.directory.follow(deps.onChanged))],
  };
}
