import type { Migration } from '../migration';
import { accountTables } from './baseline/accounts';
import { callbackTables } from './baseline/callbacks';
import { conversationTables } from './baseline/conversations';
import { platformTables } from './baseline/platform';
import { tenantTables } from './baseline/tenants';
import { visitorTables } from './baseline/visitors';
import { workspaceTables } from './baseline/workspaces';

/**
 * The schema of the first release. Where a row belongs to a tenant, its primary key begins with the
 * tenant.
 */
export const baseline: Migration = {
  name: '0001-baseline',
  up: (types) =>
    [
      platformTables,
      accountTables,
      workspaceTables,
      tenantTables,
      visitorTables,
      conversationTables,
      callbackTables,
    ].flatMap((tables) => tables(types)),
};
