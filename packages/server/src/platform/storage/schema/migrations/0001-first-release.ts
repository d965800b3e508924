import type { Migration } from '../migration';
import { accountTables } from './baseline/accounts';
import { answerMailTables } from './baseline/answer-mails';
import { attachmentTables } from './baseline/attachments';
import { callbackTables } from './baseline/callbacks';
import { conversationTables } from './baseline/conversations';
import { inboxTables } from './baseline/inbox';
import { knowledgeTables } from './baseline/knowledge';
import { platformTables } from './baseline/platform';
import { reportTables } from './baseline/reports';
import { searchTables } from './baseline/search';
import { tenantTables } from './baseline/tenants';
import { visitorTables } from './baseline/visitors';
import { workspaceTables } from './baseline/workspaces';

/**
 * The schema of 0.2.0, the first release. Where a row belongs to a tenant, its primary key begins with the
 * tenant.
 */
export const firstRelease: Migration = {
  name: '0001-first-release',
  up: (types) =>
    [
      platformTables,
      accountTables,
      workspaceTables,
      tenantTables,
      visitorTables,
      answerMailTables,
      conversationTables,
      attachmentTables,
      inboxTables,
      searchTables,
      reportTables,
      knowledgeTables,
      callbackTables,
    ].flatMap((tables) => tables(types)),
};
