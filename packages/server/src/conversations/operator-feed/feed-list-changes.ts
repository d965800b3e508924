import type { InboxScope } from '../../operators/inbox-scope';
import type { ListChange } from '../live/list-changes';
import type { FeedUpdate } from '../live/wire';
import { INBOX, type FeedSocket, type FeedSubscriptions } from './feed-subscriptions';

export interface FeedListChangesOptions {
  subscriptions: Pick<FeedSubscriptions, 'of' | 'ofAccount'>;
  write(socket: FeedSocket, text: string): void;
  refreshScope(socket: FeedSocket): Promise<InboxScope>;
  onFailed(error: unknown): void;
}

export interface FeedListChanges {
  add(change: ListChange): void;
  stop(): void;
}

/** How long changes are gathered: an import or a script causes many. */
const GATHER_MS = 100;
/** A list with more changed ids than this gets one update without an id. */
const MAX_IDS = 20;

/** Notifies operators, once for many changes, which of the lists that they may read have changed. */
export function createFeedListChanges(options: FeedListChangesOptions): FeedListChanges {
  const { subscriptions, write } = options;
  /** Changed ids by workspace, account and list; a null id is the whole list. */
  let gathered = new Map<string, { change: ListChange; ids: Set<string | null> }>();
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();

  /** Reads what an account may see after the changes, once for all of its sockets. */
  const scopeReader = () => {
    const read = new Map<string, Promise<InboxScope>>();
    return async (socket: FeedSocket): Promise<InboxScope> => {
      const accountId = socket.auth.credentials?.accountId ?? '';
      const known = read.get(accountId);
      if (known) return (socket.app.scope = await known);
      const reading = options.refreshScope(socket);
      read.set(accountId, reading);
      return reading;
    };
  };

  const tell = async (all: typeof gathered): Promise<void> => {
    const scopeOf = scopeReader();
    for (const { change, ids } of all.values()) {
      const updates = [...(ids.size > MAX_IDS ? [null] : ids)].map((id) => ({ ...change, id }));
      const told = new Set<FeedSocket>();
      const send = (socket: FeedSocket, path: string, update: ListChange): void => {
        const { what, id } = update;
        const message: FeedUpdate = { type: 'changed', what, ...(id !== null && { id }) };
        write(socket, JSON.stringify({ type: 'pub', path, message }));
      };
      if (change.accountId !== null) {
        for (const [socket, path] of subscriptions.ofAccount(change.accountId, INBOX)) {
          told.add(socket);
          await scopeOf(socket);
          for (const update of updates) send(socket, path, update);
        }
      }
      if (change.workspaceId === null) continue;
      const path = INBOX + change.workspaceId;
      for (const socket of subscriptions.of(path)) {
        if (told.has(socket)) continue;
        const before = socket.app.scope;
        // The scope before counts, too: an operator who loses a tenant has to be notified.
        const after = await scopeOf(socket);
        for (const update of updates) {
          if (mayRead(update, after) || (before && mayRead(update, before))) {
            send(socket, path, update);
          }
        }
      }
    }
  };

  const flush = (): void => {
    timer = undefined;
    const all = gathered;
    gathered = new Map();
    telling = telling.then(() => tell(all)).catch(options.onFailed);
  };

  return {
    add: (change) => {
      const { workspaceId, accountId, what, id } = change;
      const key = `${workspaceId} ${accountId} ${what}`;
      const known = gathered.get(key) ?? { change, ids: new Set() };
      gathered.set(key, known);
      if (known.ids.size <= MAX_IDS) known.ids.add(id);
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

function mayRead({ workspaceId, what, id }: ListChange, scope: InboxScope): boolean {
  if (workspaceId === null) return false;
  if (what === 'members') return scope.isAdminOf(workspaceId);
  if (id !== null && (what === 'tenants' || what === 'settings')) {
    return scope.isAdminOf(workspaceId) || scope.maySee(id, null);
  }
  return scope.hasWorkspace(workspaceId);
}
