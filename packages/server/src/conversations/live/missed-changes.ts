import type { Audit } from '../../audit/log';
import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { listChangesOf } from './list-changes';
import { announceRemoval } from './removal-notices';
import type { Hub } from './hub';
import type { RemovedMessageRow } from '../journal/model';
import type { ConversationStore, StoredConversation } from '../journal/store';
import type { Message } from '../rules/state';

export interface MissedChangesOptions {
  clock: Clock;
  log: Logger;
  hub: Hub;
  store: Pick<
    ConversationStore,
    'changedSince' | 'endedSince' | 'find' | 'messages' | 'removedSince' | 'takenOverSince'
  >;
  audit: Pick<Audit, 'since'>;
  isBusHealthy(): boolean;
  tenantIds(): Iterable<string>;
  isWatched(changed: StoredConversation): boolean;
}

const POLL_MS = SECOND / 2;
/** Overlap of two reads: clocks of nodes differ, and a change is stamped before it is committed. */
const OVERLAP_MS = 5 * SECOND;
/** How long changes are still read once the bus is back: notices that others sent before they noticed are lost. */
const AFTERMATH_MS = 5 * SECOND;
const MAX_MESSAGES = 200;

/**
 * While the bus is down, finds the changes of other nodes in the database and publishes them on this node: a
 * round of small reads every half second, for any number of sockets.
 */
export function watchMissedChanges(options: MissedChangesOptions): () => void {
  const { clock, hub, store } = options;
  /** Last published `seq` and epoch of each recently changed conversation. */
  let told = new Map<string, Told>();
  /** The ids of recently removed messages that were published here. */
  let toldRemoved = new Set<string>();
  /** Recent entries of the audit log whose list changes were published here. */
  let toldEntries = new Set<string>();
  let since = clock();
  let lastAwayAt = -Infinity;
  let isReading = false;

  const tell = async (changed: StoredConversation): Promise<void> => {
    const { session, state } = changed;
    const before = told.get(state.conversationId);
    if (before && before.lastSeq >= state.lastSeq && before.epoch >= state.ownerEpoch) return;
    told.set(state.conversationId, toldOf(changed));
    hub.publishHere({
      kind: 'change',
      session,
      state,
      messages: options.isWatched(changed) ? await missed(changed, before) : [],
      receipts: [],
      hasStatusChanged: true,
      source: null,
    });
  };

  const missed = async ({ session, state }: StoredConversation, before: Told | undefined) => {
    const messages = await store.messages(session, {
      beforeSeq: state.lastSeq + 1,
      limit: MAX_MESSAGES,
    });
    const isNew = (message: Message): boolean =>
      before ? message.seq > before.lastSeq : message.createdAt >= since - OVERLAP_MS;
    return messages.filter(isNew);
  };

  const read = async (): Promise<void> => {
    const startedAt = clock();
    const tenantIds = [...new Set(options.tenantIds())];
    const current = new Set<string>();
    for await (const page of store.changedSince(tenantIds, since - OVERLAP_MS)) {
      for (const changed of page) {
        current.add(changed.state.conversationId);
        await tell(changed);
      }
    }
    for (const sessionId of await store.endedSince(tenantIds, since - OVERLAP_MS)) {
      hub.publishHere({ kind: 'session-over', sessionId });
    }
    for (const taken of await store.takenOverSince(tenantIds, since - OVERLAP_MS)) {
      hub.publishHere({ kind: 'session-taken-over', ...taken });
    }
    await tellRemoved(await store.removedSince(tenantIds, since - OVERLAP_MS));
    await tellLists();
    since = startedAt;
    // Conversations outside the window are not read again, and forgotten.
    told = new Map([...told].filter(([id, { at }]) => current.has(id) || at >= startedAt));
  };

  const tellRemoved = async (removed: readonly RemovedMessageRow[]): Promise<void> => {
    const before = toldRemoved;
    toldRemoved = new Set(removed.map((row) => row.message_id));
    for (const row of removed) {
      if (before.has(row.message_id)) continue;
      const { tenant_id: tenantId, conversation_id: conversationId } = row;
      const found = await store.find([tenantId], conversationId);
      if (found)
        announceRemoval(hub.publishHere, found, { messageId: row.message_id, seq: row.seq });
    }
  };

  const tellLists = async (): Promise<void> => {
    const before = toldEntries;
    const recent = await options.audit.since(since - OVERLAP_MS);
    toldEntries = new Set(recent.keys());
    for (const [entryId, event] of recent) {
      if (before.has(entryId)) continue;
      for (const change of listChangesOf(event)) {
        hub.publishHere({ kind: 'list-changed', ...change });
      }
    }
  };

  const tick = (): void => {
    const now = clock();
    if (!options.isBusHealthy()) lastAwayAt = now;
    if (now - lastAwayAt > AFTERMATH_MS) {
      since = now;
      return;
    }
    if (isReading) return;
    isReading = true;
    read()
      .catch((error: unknown) =>
        options.log.warn(
          { event: 'changes.read_failed', err: error },
          'could not read missed changes',
        ),
      )
      .finally(() => {
        isReading = false;
      });
  };

  /** Changes that this node has received need no publishing. */
  const unwatch = hub.watch((notice) => {
    if (notice.kind !== 'change' || clock() - lastAwayAt > AFTERMATH_MS) return;
    told.set(notice.state.conversationId, toldOf(notice));
  });
  const toldOf = ({ state }: Pick<StoredConversation, 'state'>): Told => ({
    lastSeq: state.lastSeq,
    epoch: state.ownerEpoch,
    at: clock(),
  });

  const timer = setInterval(tick, POLL_MS);
  timer.unref();
  return () => {
    unwatch();
    clearInterval(timer);
  };
}

interface Told {
  lastSeq: number;
  epoch: number;
  at: number;
}
