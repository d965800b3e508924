import type { AccountAnswer } from '@chat-relay/console/desk/relay/account';
import { minuteOf } from '../../relay/listing';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { printList, type WorkspaceListOptions } from '../print-list';

interface AuditEntry {
  action: string;
  /** Null if no account was signed in: the relay itself, or the admin key. */
  actor: { display_name: string } | null;
  ip: string | null;
  subject: string | null;
  details: Record<string, unknown>;
  created_at: string;
}

/** The audit log of a workspace, newest first; of the whole platform for a super-admin. */
export async function audit(options: WorkspaceListOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { account } = await api.get<AccountAnswer>('console/fetch/account');
  const isOfPlatform = account.is_system && options.workspace === undefined;
  await printList<AuditEntry>(
    api,
    {
      plural: 'entries',
      ...(isOfPlatform
        ? { route: 'console/system/fetch/audit-log' }
        : {
            route: 'console/fetch/audit-log',
            query: { workspace_id: await chooseWorkspace(api, options.workspace) },
          }),
      columns: {
        'WHEN (UTC)': (entry) => minuteOf(entry.created_at),
        WHO: ({ actor }) => (actor ? actor.display_name || 'a deleted account' : 'the relay'),
        FROM: (entry) => entry.ip ?? '',
        WHAT: (entry) => entry.action,
        'DETAILS, ON': ({ subject, details }) =>
          [Object.keys(details).length > 0 ? JSON.stringify(details) : '', subject ?? '']
            .join(' ')
            .trim(),
      },
    },
    options,
  );
}
