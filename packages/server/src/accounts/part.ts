import type { Part } from '../platform/part';
import type { Accounts } from './accounts';
import { accountRoutes } from './routes';
import { sessionRoutes } from './sessions/routes';
import { settingsRoutes } from './settings-routes';

export function accountsPart({
  accounts,
  ...deps
}: { accounts: Accounts } & Omit<Parameters<typeof accountRoutes>[0], keyof Accounts> &
  Omit<Parameters<typeof sessionRoutes>[0], 'sessions'>): Part {
  return {
    routes: [
      ...accountRoutes({ ...deps, ...accounts }),
      ...sessionRoutes({ ...deps, sessions: accounts.sessions }),
      ...settingsRoutes(accounts),
    ],
    deletions: [accounts.deleteExpired],
  };
}
