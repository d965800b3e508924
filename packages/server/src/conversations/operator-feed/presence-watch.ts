import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { KnownPresence, OperatorPresence } from '../../operators/presence';
import type { Hub } from '../live/hub';

export interface PresenceWatchOptions {
  clock: Clock;
  log: Logger;
  hub: Pick<Hub, 'publishHere' | 'watch'>;
  presence: Pick<OperatorPresence, 'ofWorkspaces'>;
  workspaceIds(): readonly string[];
}

const LOOK_EVERY_MS = 2 * SECOND;
/** So recent a change is news even on first sight: a new follower may have read the state before it. */
const RECENT_MS = 3 * LOOK_EVERY_MS;

/**
 * Notifies this node's followers which operators have become absent or returned, because no node sends a notice of
 * that. While the bus is down, it also finds presences that were set on other nodes.
 */
export function watchPresence(options: PresenceWatchOptions): () => void {
  const { clock, log, hub } = options;
  /** Status of each operator that this node's followers know. */
  const told = new Map<string, string>();
  /** Operators whose notice came while the database was read: it is newer than the row. */
  const heard = new Set<string>();
  let isLooking = false;

  const look = async (): Promise<void> => {
    heard.clear();
    const read = await options.presence.ofWorkspaces(options.workspaceIds());
    const news = read.filter((one) => !heard.has(one.operatorId) && isNews(one));
    const current = new Set(read.map(({ operatorId }) => operatorId));
    for (const operatorId of told.keys()) if (!current.has(operatorId)) told.delete(operatorId);
    for (const one of read) if (!heard.has(one.operatorId)) told.set(one.operatorId, one.status);
    for (const { since: _since, ...change } of news) {
      hub.publishHere({ kind: 'presence', ...change });
    }
  };

  const isNews = ({ operatorId, status, since }: KnownPresence): boolean => {
    const known = told.get(operatorId);
    if (known !== undefined) return known !== status;
    return status === 'absent' || clock() - since <= RECENT_MS;
  };

  const unwatch = hub.watch((notice) => {
    if (notice.kind !== 'presence') return;
    told.set(notice.operatorId, notice.status);
    heard.add(notice.operatorId);
  });
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((err: unknown) =>
        log.warn({ event: 'operator.presence_unread', err }, 'could not read who is there'),
      )
      .finally(() => (isLooking = false));
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => {
    unwatch();
    clearInterval(timer);
  };
}
