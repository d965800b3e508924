import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { table } from '../../terminal/table';

/** Prints the platform's figures. For super-admins. */
export async function stats(options: GlobalOptions): Promise<void> {
  const counts = await requireLogin(options).api.get('console/system/fetch/stats');
  printResult(options.json, counts, () =>
    table(
      ['WORKSPACES', 'ADMINS', 'TENANTS', 'OPERATORS', 'WAITING'],
      [
        [
          counts.workspaces,
          counts.admins,
          counts.tenants,
          counts.operators,
          counts.pending_assignments,
        ].map(String),
      ],
    ),
  );
}
