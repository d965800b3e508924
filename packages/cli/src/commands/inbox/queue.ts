import { createInboxRelay } from '../../inbox/relay';
import { duration } from '../../inbox/view/labels';
import { chooseWorkspace } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions } from '../../session/context';
import { printResult } from '../../terminal/output';
import { table } from '../../terminal/table';

export interface QueueOptions extends GlobalOptions {
  workspace?: string;
}

/** Shows for each tenant how many conversations wait, are claimed and are with the bot. */
export async function queue(options: QueueOptions): Promise<void> {
  const { api } = requireLogin(options);
  const workspaceId = await chooseWorkspace(api, options.workspace);
  const [summary, tenants] = await Promise.all([
    api.get('console/fetch/queue-summary', { query: { workspace_id: workspaceId } }),
    createInboxRelay(api).tenants(workspaceId),
  ]);
  const nameOf = (id: string): string =>
    tenants.find(({ tenant_id }) => tenant_id === id)?.tenant_name ?? id;
  const { online, absent, away } = summary.operators;
  printResult(options.json, summary, () =>
    [
      table(
        ['TENANT', 'WAITING', 'LONGEST WAIT', 'TAKEN', 'YOURS', 'WITH BOT'],
        summary.tenants.map((one) => [
          nameOf(one.tenant_id),
          String(one.waiting),
          one.longest_wait_s === null ? '' : duration(one.longest_wait_s),
          String(one.assigned),
          String(one.mine),
          String(one.bot),
        ]),
      ),
      `Operators: ${online} online, ${absent} absent, ${away} away.`,
    ].join('\n\n'),
  );
}
