import type { Part } from '../platform/part';
import type { Folding } from './folding';
import { reportRoutes } from './routes';
import { createReports } from './service';

export function reportsPart({
  folding,
  ...deps
}: Parameters<typeof createReports>[0] & {
  folding: Pick<Folding, 'fold' | 'deleteExpired'>;
}): Part {
  return {
    routes: reportRoutes({ reports: createReports(deps) }),
    deletions: [folding.fold, folding.deleteExpired],
  };
}
