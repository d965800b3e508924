import type { DeskRelay } from '@chat-relay/desk/relay/routes';
import { EXIT, ExitError } from '../../errors';
import { openFeed } from '../../inbox/feed';
import { createInboxRelay } from '../../inbox/relay';
import { initialState } from '../../inbox/state/screen-state';
import { streamInbox } from '../../inbox/stream';
import { openTerminal } from '../../inbox/terminal';
import { createTerminalDesk, type Leaving, type TerminalDesk } from '../../inbox/terminal-desk';
import { findTenant } from '../../relay/tenants';
import { matchMemberships } from '../../relay/workspaces';
import { requireLogin, type GlobalOptions, type SignedIn } from '../../session/context';
import { say } from '../../terminal/output';
import { paintFor } from '../../terminal/paint';

export interface InboxOptions extends GlobalOptions {
  workspace?: string;
  tenant?: string;
}

interface Place {
  name: string;
  accountId: string;
  workspaceIds: string[];
  tenantId: string | null;
}

/** Opens the operator's inbox in the terminal; with `--json`, prints the queue's updates, one per line. */
export async function inbox(options: InboxOptions): Promise<void> {
  const isOnTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!options.json && !isOnTerminal) {
    throw new ExitError(
      EXIT.usage,
      'The inbox needs a terminal; --json prints its updates line by line.',
    );
  }
  const login = requireLogin(options);
  const relay = createInboxRelay(login.api);
  const place = await choosePlace(login, options);
  if (options.json) await streamInbox({ ...login, ...place, relay });
  else await attend(login, relay, place);
}

/** Selects the workspaces and the tenant to show: all of the account's, unless options narrow them. */
async function choosePlace({ api }: SignedIn, options: InboxOptions): Promise<Place> {
  const { account, memberships } = await api.get('console/fetch/account');
  const { workspace, tenant } = options;
  const wanted = matchMemberships(memberships, workspace);
  const workspaceIds = wanted.map((one) => one.workspace_id);
  const me = { name: account.display_name, accountId: account.account_id };
  if (tenant === undefined) return { ...me, workspaceIds, tenantId: null };
  const { tenant_id: tenantId } = await findTenant(api, tenant, { workspaceIds });
  return { ...me, workspaceIds, tenantId };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function attend(login: SignedIn, relay: DeskRelay, place: Place): Promise<void> {
  let desk: TerminalDesk | undefined;
  let leave: (how: Leaving | ExitError) => void = () => {};
  const left = new Promise<Leaving | ExitError>((resolve) => (leave = resolve));
  const interrupt = (): void => leave('interrupt');

  const terminal = openTerminal({
    onKey: (key) => desk?.press(key),
    onResize: () => desk?.resize(),
    onEnd: interrupt,
  });
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const { name, accountId, workspaceIds, tenantId } = place;
  const feed = openFeed({
    url: login.url,
    token: login.token,
    workspaceIds,
    onUpdate: (update) => desk?.onUpdate(update),
    onLink: (link) => desk?.onLink(link),
    onRefused: (error) => leave(error),
  });
  desk = createTerminalDesk({
    start: initialState({ name, tenantId, size: terminal.size() }),
    relay,
    accountId,
    workspaceIds,
    terminal,
    paint: paintFor(process.stdout),
    feed,
    onLeave: leave,
  });
  desk.resize();

  try {
    const how = await left;
    desk.close();
    terminal.close();
    const unsent = desk.unsent();
    if (unsent > 0)
      say(`${unsent} ${unsent > 1 ? 'answers were' : 'answer was'} not confirmed by the relay.`);
    if (how instanceof ExitError) throw how;
    if (!(await sayGoodbye(relay, how === 'quit' ? 'offline' : 'away'))) {
      say('The relay was not reached. It will notice soon that you left.');
    }
  } finally {
    terminal.close();
    for (const signal of SIGNALS) process.off(signal, interrupt);
    await Promise.race([feed.close(), new Promise((resolve) => setTimeout(resolve, 200).unref())]);
  }
}

const GOODBYE_MS = 2_000;

/** Sets the presence; false if the relay does not confirm it in time. */
async function sayGoodbye(relay: DeskRelay, presence: 'offline' | 'away'): Promise<boolean> {
  const said = relay.setPresence(presence).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ExitError) return false;
      throw error;
    },
  );
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, GOODBYE_MS, false).unref());
  return Promise.race([said, tooLate]);
}
