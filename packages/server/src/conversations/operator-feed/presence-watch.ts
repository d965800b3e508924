import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { KnownPresence, OperatorPresence } from '../../operators/presence';
import type { Hub } from '../live/hub';

export interface PresenceWatchOptions {
  clock: Clock;
  log: Logger;
  hub: Pick<Hub, 'publishHere' | 'watch'>;
  presence: Pick<OperatorPresence, 'ofWorkspaces'>;
  /** The workspaces whose inbox someone on this node follows. */
  workspaceIds(): readonly string[];
}

const LOOK_EVERY_MS = 2 * SECOND;
/** A change of the last looks may be missing in what a new follower has read. */
const RECENT_MS = 3 * LOOK_EVERY_MS;

/**
 * Tells this node's followers which operators have become absent or are back: no one sends a notice of it. It also
 * finds what an operator has set on another node while the bus is down.
 */
export function watchPresence(options: PresenceWatchOptions): () => void {
  const { clock, log, hub } = options;
  /** The status of each operator that this node's followers know. */
  const told = new Map<string, string>();
  /** Operators whose notice came during the look: it is newer than what was read. */
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
