import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { table } from '../../terminal/table';

interface Stats {
  workspaces: number;
  admins: number;
  tenants: number;
  operators: number;
  pending_assignments: number;
}

/** The platform's figures. For super-admins. */
export async function stats(options: GlobalOptions): Promise<void> {
  const counts = await requireLogin(options).api.get<Stats>('console/system/fetch/stats');
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
