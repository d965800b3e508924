import { readNames, type Names } from '../../audit/names';
import type { AuditEntry } from '@chat-relay/server/wire/audit';
import { sentenceOf } from '../../audit/sentences';
import { findWorkspace } from '../../relay/workspaces';
import { requireLogin } from '../../session/context';
import { hanging } from '../../terminal/hanging';
import { localTime } from '../../terminal/local-time';
import { sanitiseLine } from '../../terminal/sanitise';
import { printList, type WorkspaceListOptions } from '../print-list';

/** Prints the audit log of a workspace, newest first; for a super-admin, of the whole platform. */
export async function audit(options: WorkspaceListOptions): Promise<void> {
  const { api } = requireLogin(options);
  const { account, memberships } = await api.get('console/fetch/account');
  const isOfPlatform = account.is_system && options.workspace === undefined;
  const workspace = isOfPlatform ? null : await findWorkspace(api, options.workspace);
  await printList(
    api,
    {
      plural: 'entries',
      ...(workspace === null
        ? { route: 'console/system/fetch/audit-log' }
        : {
            route: 'console/fetch/audit-log',
            query: { workspace_id: workspace.workspace_id },
          }),
      describe: async (entries) => {
        const scope = {
          isPlatform: workspace === null,
          workspaces: workspace ? [workspace] : memberships,
        };
        const names = await readNames(api, scope, entries);
        return entries.map((entry) => linesOf(entry, names)).join('\n');
      },
    },
    options,
  );
}

const INDENT = 4;

/** Formats an entry: as one line in a pipe, wrapped on a terminal. */
function linesOf(entry: AuditEntry, names: Names): string {
  const { actor, ip, created_at } = entry;
  const who = actor ? actor.display_name || 'a deleted account' : 'the relay';
  const from = ip === null ? '' : ` (${ip})`;
  const line = `${localTime(created_at)}  ${who}${from} ${sentenceOf(entry, names)}`;
  return hanging(sanitiseLine(line), INDENT);
}
