import type { ExitError } from '../errors';
import { isPassing, waitToRetry } from '../relay/retry';
import type { Paint } from '../terminal/paint';
import { createActions } from './actions';
import { intentOf, type Intent } from './bindings';
import { characters, EDITS, insert, MAX_CHARACTERS } from './draft';
import type { Feed } from './feed';
import type { Key } from './keys';
import { createOutbox } from './outbox';
import { reduce, type InboxEvent } from './reducer';
import type { InboxRelay } from './relay';
import { drawScreen } from './screen';
import { currentRow, draftOf, holds, nextOwn, rowOf } from './selectors';
import type { InboxState, Link } from './state';
import { createSync } from './sync';
import type { Terminal } from './terminal';
import { createTypingSignal } from './typing';
import type { Row, Update } from './wire';

/** The operator's desk: keys and updates come in, the screen and the relay hear of it. */
export interface Desk {
  press(key: Key): void;
  resize(): void;
  onUpdate(update: Update): void;
  onLink(link: Link): void;
  /** How many answers the relay has not confirmed. */
  unsent(): number;
  /** Stops everything that ticks. */
  close(): void;
}

/** How the operator left: for the day, or at once and perhaps for a moment. */
export type Leaving = 'quit' | 'interrupt';

export interface DeskOptions {
  start: InboxState;
  relay: InboxRelay;
  workspaceIds: readonly string[];
  terminal: Terminal;
  paint: Paint;
  feed: Feed;
  onLeave(how: Leaving | ExitError): void;
}

const TICK_MS = 1_000;

export function createDesk(options: DeskOptions): Desk {
  const { relay, terminal, paint, feed, onLeave } = options;
  const closing = new AbortController();
  let state = options.start;
  let isScheduled = false;
  let isBehind = true;
  let isCatchingUp = false;
  let readSeq: { id: string; seq: number } | null = null;

  // Many updates in one turn are one drawing.
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      terminal.draw(drawScreen(state, Date.now(), paint));
    });
  };
  const dispatch = (event: InboxEvent): void => {
    state = reduce(state, event);
    schedule();
  };
  const ticking = setInterval(schedule, TICK_MS);

  const outbox = createOutbox({ relay, dispatch, onSignedOut: onLeave });
  const typing = createTypingSignal(relay);
  const { workspaceIds } = options;
  const sync = createSync({ relay, workspaceIds, state: () => state, dispatch });

  const openConversation = (id: string): void => {
    typing.stop();
    dispatch({ type: 'opened', id });
    dispatch({ type: 'writing', isWriting: holds(state, rowOf(state, id)) });
    feed.watch(id);
    actions.attempt(fillThread());
  };
  const closeConversation = (): void => {
    typing.stop();
    feed.watch(null);
    dispatch({ type: 'closed' });
  };
  const actions = createActions({
    relay,
    state: () => state,
    dispatch,
    openConversation,
    closeConversation,
    onQuit: () => onLeave('quit'),
    onFatal: onLeave,
  });

  /** The visitor sees that somebody has read it. */
  const markRead = async (): Promise<void> => {
    const { open, link } = state;
    const row = open && rowOf(state, open.id);
    const seq = open?.messages.at(-1)?.seq ?? 0;
    if (!row || link.kind !== 'live' || seq <= row.agent_read_seq) return;
    if (readSeq?.id === row.conversation_id && seq <= readSeq.seq) return;
    readSeq = { id: row.conversation_id, seq };
    try {
      dispatch({ type: 'rows', rows: [await relay.read(row.conversation_id, seq)] });
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
      if (!isPassing(error)) throw error;
      await catchUp();
    }
  };

  /** Fetches what may have been missed, and again until the relay answers or the feed is lost. */
  const catchUp = async (): Promise<void> => {
    isBehind = true;
    if (isCatchingUp) return;
    isCatchingUp = true;
    try {
      for (let failures = 0; isBehind && state.link.kind === 'live'; failures++) {
        try {
          isBehind = false;
          await arrive();
        } catch (error) {
          if (!isPassing(error) || closing.signal.aborted) throw error;
          isBehind = true;
          actions.notify('The relay can’t answer everything now: trying again.', 'warning');
          await waitToRetry(error, failures, closing.signal);
        }
      }
    } finally {
      isCatchingUp = false;
    }
  };

  const arrive = async (): Promise<void> => {
    const presence = state.me.presence === 'away' ? 'away' : 'online';
    const operators = await relay.setPresence(presence);
    const operatorIds = operators.map((one) => one.operator_id);
    dispatch({ type: 'identified', operatorIds, presence });
    if (operators.length === 0) actions.notify('You are no operator here: you can only read.');
    await sync.all();
    await markRead();
  };

  const quit = (): void => {
    const own = [...state.rows.values()].filter(({ row }) => holds(state, row)).length;
    const unsent = outbox.size();
    if (own === 0 && unsent === 0) return onLeave('quit');
    const reasons = [
      ...(unsent > 0 ? [`${unsent} not sent yet`] : []),
      ...(own > 0 ? [`you hold ${own}`] : []),
    ];
    const text = `Quit? (${reasons.join(', ')})`;
    const overlay = { kind: 'question', question: 'quit', conversationId: null, text } as const;
    dispatch({ type: 'overlay', overlay });
  };

  const edit = (key: Key): void => {
    const { open } = state;
    if (!open) return;
    const draft = draftOf(state, open.id);
    const change = EDITS[key.name];
    const changed = change ? change(draft) : insert(draft, key.text ?? '');
    dispatch({ type: 'draft', id: open.id, draft: changed });
    if (changed.text === '') typing.stop();
    else if (changed.text !== draft.text) typing.touch(open.id);
  };

  const send = (): void => {
    const { open } = state;
    if (!open) return;
    const content = draftOf(state, open.id).text.trim();
    const count = characters(content);
    if (content === '') return;
    if (!holds(state, rowOf(state, open.id))) {
      return actions.notify('Not sent: this conversation is no longer yours.', 'warning');
    }
    if (count > MAX_CHARACTERS) {
      const text = `Not sent: ${count} characters, ${MAX_CHARACTERS} at most.`;
      return actions.notify(text, 'warning');
    }
    typing.stop();
    dispatch({ type: 'notice', notice: null });
    outbox.send(open.id, content);
  };

  const scroll = (by: Extract<Intent, { type: 'scroll' }>['by']): void => {
    const page = Math.max(1, state.size.height - 10);
    const lines = { 'page-up': page, 'page-down': -page, top: Infinity, bottom: -Infinity };
    const distance = typeof by === 'number' ? by : lines[by];
    const before = state.open?.scrollBack;
    dispatch({ type: 'scrolled', by: distance });
    const isAtTop = by === 'top' || (distance > 0 && state.open?.scrollBack === before);
    if (isAtTop) actions.attempt(sync.older());
  };

  const perform = (intent: Intent): void => {
    switch (intent.type) {
      case 'move':
        return dispatch({ type: 'moved', by: intent.by });
      case 'scroll':
        return scroll(intent.by);
      case 'overlay-move':
        return dispatch({ type: 'overlay-moved', by: intent.by });
      case 'edit':
        return edit(intent.key);
      case 'open':
        return openRow(currentRow(state));
      case 'next':
        return openRow(nextOwn(state));
      case 'close':
        return closeConversation();
      case 'claim':
        return actions.claim();
      case 'release':
        return actions.release();
      case 'resolve':
        return actions.askToResolve();
      case 'transfer':
        return actions.askForReceiver();
      case 'write':
        return void (actions.held() && dispatch({ type: 'writing', isWriting: true }));
      case 'command':
        typing.stop();
        return dispatch({ type: 'writing', isWriting: false });
      case 'send':
        return send();
      case 'toggle-all':
        dispatch({ type: 'all-toggled' });
        if (state.showsAll) actions.attempt(sync.latest());
        return;
      case 'toggle-presence':
        return actions.togglePresence();
      case 'help':
        return dispatch({ type: 'overlay', overlay: { kind: 'help' } });
      case 'dismiss':
        return dispatch({ type: 'overlay', overlay: null });
      case 'confirm':
        return actions.confirm();
      case 'redraw':
        terminal.invalidate();
        return schedule();
      case 'quit':
        return quit();
      case 'interrupt':
        return onLeave('interrupt');
    }
  };

  const openRow = (row: Row | null): void => {
    if (row) openConversation(row.conversation_id);
  };

  /** A bell for what asks for the operator and is not on the screen. */
  const ring = (row: Row): void => {
    const known = rowOf(state, row.conversation_id);
    const isNewInQueue = row.status === 'WAITING' && known?.status !== 'WAITING';
    const isUnseen =
      holds(state, row) &&
      state.open?.id !== row.conversation_id &&
      row.last_seq > (known?.last_seq ?? 0);
    if (state.isLoaded && (isNewInQueue || isUnseen)) terminal.bell();
  };

  return {
    press: (key) => {
      const intent = intentOf(state, key);
      if (intent && !closing.signal.aborted) perform(intent);
    },
    resize: () => {
      terminal.invalidate();
      dispatch({ type: 'resized', ...terminal.size() });
    },
    onUpdate: (update) => {
      if (update.type === 'conversation') ring(update.conversation);
      dispatch({ type: 'update', update, nowMs: Date.now() });
      actions.attempt(fillThread());
    },
    onLink: (link) => {
      dispatch({ type: 'link', link });
      if (link.kind === 'live') actions.attempt(catchUp());
    },
    unsent: outbox.size,
    close: () => {
      closing.abort();
      clearInterval(ticking);
      typing.stop();
      outbox.close();
    },
  };
}
