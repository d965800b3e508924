import { createActions, type Actions } from './actions';
import type { Feed } from './relay/feed';
import { createOutbox, type Outbox } from './outbox';
import type { DeskEvent } from './reducer';
import { isPassing, type Refusal } from './relay/refusal';
import type { DeskRelay } from './relay/routes';
import { waitToRetry } from './relay/retry';
import { isMarked } from './rows';
import { createRefresh } from './refresh';
import { ownOperators, rightsIn, rowOf } from './selectors';
import type { DeskState, Link } from './state';
import { createSync, type Part, type Sync } from './sync';
import { createTypingSignal, type TypingSignal } from './typing';
import { isEmptied } from './thread';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';

/** An operator's desk, headless: it keeps its state in line with the relay. */
export interface Desk {
  actions: Actions;
  outbox: Outbox;
  typing: TypingSignal;
  sync: Pick<Sync, 'older' | 'again' | 'surroundings'>;
  open(id: string): void;
  /** Fetches everything again, for instance after the account's rights have changed. */
  reload(): Promise<void>;
  /** Closes the open conversation. */
  leave(): void;
  /** Marks what the screen shows as read, and fetches messages that the open conversation lacks. */
  lookAgain(): void;
  /** Retries now everything that waits for its next attempt, and loads what was never loaded. */
  wake(): void;
  onUpdate(update: FeedUpdate): void;
  onLink(link: Link): void;
  /** Stops all timers. */
  close(): void;
}

/** A notice for the operator, without text: each screen has its own words. */
export type DeskNotice =
  /** The open conversation was erased, or the account may no longer see it. */
  | 'gone'
  /** The relay refuses some requests for now; they are repeated. */
  | 'behind'
  /** The account is not an operator here and can only read. */
  | 'no-operator';

export interface DeskOptions {
  relay: DeskRelay;
  feed: Pick<Feed, 'watch'>;
  workspaceIds: readonly string[];
  /** Fetches this tenant alone; null fetches all. */
  tenantId: string | null;
  state(): DeskState;
  dispatch(event: DeskEvent): void;
  onNotice(notice: DeskNotice): void;
  /** Called when the relay refuses a reply. It stays in `outgoing` until it is resent or returned to the draft. */
  onRefused(conversationId: string, refusal: Refusal, error: unknown): void;
  /** Called when a background task fails. */
  onTrouble(error: unknown): void;
  accountId: string;
  /** Whether the operator can see the open conversation now; if not, it is not marked as read. */
  isLooking?(): boolean;
  /** Fetches what else the screen shows, after each gap of the feed. */
  alsoFetch?(): Promise<void>;
}

export function createDesk(options: DeskOptions): Desk {
  const { relay, feed, state, dispatch, accountId, isLooking = () => true } = options;
  const closing = new AbortController();
  let waking = new AbortController();
  let isBehind = true;
  let isCatchingUp = false;
  /** The account's rights when everything was last fetched, to notice a change of them. */
  let placedFor = '';
  let readSeq: { id: string; seq: number } | null = null;

  const attempt = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!closing.signal.aborted) options.onTrouble(error);
    });
  };

  const outbox = createOutbox({
    relay,
    dispatch,
    onRefused: (id, refusal, error) => {
      dispatch({ type: 'refused', id, refusal });
      options.onRefused(id, refusal, error);
    },
  });
  const typing = createTypingSignal(relay);
  const actions = createActions({ relay, revision: () => state().revision, dispatch });
  const sync = createSync({
    ...options,
    onGone: () => {
      feed.watch(null);
      options.onNotice('gone');
    },
  });

  /** Reports what was read to the relay, which shows it to the visitor. */
  const markRead = async (): Promise<void> => {
    const { open, link, revision: since } = state();
    const row = open && rowOf(state(), open.id);
    const seq = open?.messages.at(-1)?.seq ?? 0;
    if (!row || link.kind !== 'live' || !isLooking()) return;
    if (seq <= row.agent_read_seq && !isMarked(row, state().me.operatorIds)) return;
    if (readSeq?.id === row.conversation_id && seq <= readSeq.seq) return;
    readSeq = { id: row.conversation_id, seq };
    try {
      dispatch({ type: 'rows', rows: [await relay.read(row.conversation_id, seq)], since });
    } catch (error) {
      readSeq = null;
      throw error;
    }
  };

  const fillThread = async (): Promise<void> => {
    try {
      await sync.thread();
      await markRead();
    } catch (error) {
      if (!isPassing(relay.explain(error))) throw error;
      await catchUp();
    }
  };

  const openAndFill = async (id: string): Promise<void> => {
    const row = rowOf(state(), id);
    if (!row) await sync.openRow();
    // Lists of conversations come without suggestions.
    else if (row.escalation_reason === 'low_confidence' && row.status === 'WAITING') {
      attempt(sync.openRow());
    }
    await fillThread();
  };

  /** Fetches what was missed, and retries until the relay responds or the feed is lost. */
  const catchUp = async (): Promise<void> => {
    isBehind = true;
    if (isCatchingUp) return;
    isCatchingUp = true;
    try {
      for (let failures = 0; isBehind && state().link.kind === 'live'; failures++) {
        try {
          isBehind = false;
          await arrive();
        } catch (error) {
          const refusal = relay.explain(error);
          if (!isPassing(refusal) || closing.signal.aborted) throw error;
          isBehind = true;
          options.onNotice('behind');
          await waitToRetry(refusal, failures, closing.signal, waking.signal);
        }
      }
    } finally {
      isCatchingUp = false;
    }
  };

  const arrive = async (): Promise<void> => {
    await sync.surroundings();
    await takePlace();
    if (!isOperator()) options.onNotice('no-operator');
  };
  const isOperator = (): boolean => state().me.operatorIds.length > 0;

  /** Sets the operator's presence. An account that is no operator has none. */
  const takePlace = async (): Promise<void> => {
    const { wanted } = state().me;
    const rights = rightsIn(state(), accountId);
    if (ownOperators(state(), accountId).length > 0) await actions.setPresence(wanted);
    else dispatch({ type: 'identified', operatorIds: [], presence: wanted });
    await Promise.all([sync.all(), options.alsoFetch?.()]);
    await markRead();
    placedFor = rights;
  };

  /** Fetches changed lists again. `account` means that the account's rights may have changed. */
  const refresh = createRefresh<Part | 'account'>({
    read: async (parts) => {
      // After a reconnect everything is fetched anyway.
      if (state().link.kind !== 'live') return;
      const wasOperator = isOperator();
      const isOwn = parts.has('account');
      await sync.surroundings(isOwn ? undefined : (parts as ReadonlySet<Part>)); // the set has no `account` here
      if (!isOwn && rightsIn(state(), accountId) === placedFor) return;
      await takePlace();
      if (wasOperator && !isOperator()) options.onNotice('no-operator');
    },
    explain: relay.explain,
    onTrouble: (error) => attempt(Promise.reject(error)),
  });
  const hearOfChange = ({ what, id }: Extract<FeedUpdate, { type: 'changed' }>): void => {
    if (what === 'operators') refresh.add('colleagues');
    else if (what === 'canned_replies') refresh.add('canned');
    else if (what !== 'members') refresh.add('tenants');
    else if (id === accountId) refresh.add('account');
  };

  return {
    actions,
    outbox,
    typing,
    sync,
    open: (id) => {
      typing.stop();
      readSeq = null;
      dispatch({ type: 'opened', id });
      feed.watch(id);
      attempt(openAndFill(id));
    },
    reload: arrive,
    leave: () => {
      typing.stop();
      feed.watch(null);
      dispatch({ type: 'closed' });
    },
    lookAgain: () => attempt(fillThread()),
    wake: () => {
      outbox.wake();
      waking.abort();
      waking = new AbortController();
      if (state().link.kind === 'live' && !state().isLoaded) attempt(catchUp());
    },
    onUpdate: (update) => {
      if (update.type === 'changed') return hearOfChange(update);
      const hasLostWords = isEmptied(state(), update);
      dispatch({ type: 'update', update, nowMs: Date.now() });
      attempt(fillThread());
      if (hasLostWords) attempt(sync.refetch());
    },
    onLink: (link) => {
      dispatch({ type: 'link', link });
      if (link.kind !== 'live') return;
      outbox.wake();
      attempt(catchUp());
    },
    close: () => {
      closing.abort();
      refresh.stop();
      typing.stop();
      outbox.close();
    },
  };
}
