import { ExitError } from '../errors';
import { RelayRefusal } from '../refusals';
import { sanitiseLine } from '../terminal-text';
import type { Paint } from '../paint';
import { intentOf, type Intent } from './bindings';
import { characters, EDITS, insert, MAX_CHARACTERS } from './draft';
import type { Feed } from './feed';
import type { Key } from './keys';
import { visitorName } from './labels';
import { clockTime } from './message-lines';
import { createOutbox } from './outbox';
import { reduce, type InboxEvent } from './reducer';
import type { InboxRelay } from './relay';
import { currentRow, draftOf, holds, nextOwn, receivers, rowOf } from './selectors';
import { drawScreen } from './screen';
import type { InboxState, Link, Notice } from './state';
import { claimedBy, createSync, isSignedOut } from './sync';
import type { Terminal } from './terminal';
import { createTypingSignal } from './typing';
import type { Row, Update } from './wire';

/** The operator's desk: keys and updates come in, the screen and the relay hear of it. */
export interface Desk {
  press(key: Key): void;
  resize(): void;
  onUpdate(update: Update): void;
  onLink(link: Link): void;
  onSignedOut(error: ExitError): void;
  /** How many answers the relay had not confirmed when the desk was left. */
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
  feed(): Feed;
  onLeave(how: Leaving | ExitError): void;
}

const TICK_MS = 1_000;

export function createDesk(options: DeskOptions): Desk {
  const { relay, terminal, paint } = options;
  let state = options.start;
  let isScheduled = false;
  let isClosed = false;
  let readSeq: { id: string; seq: number } | null = null;
  const busy = new Set<string>();

  const draw = (): void => {
    isScheduled = false;
    if (!isClosed) terminal.draw(drawScreen(state, Date.now(), paint));
  };
  // Many updates in one turn are one drawing.
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(draw);
  };
  const dispatch = (event: InboxEvent): void => {
    state = reduce(state, event);
    schedule();
  };
  const notify = (text: string, tone: Notice['tone'] = 'info'): void =>
    dispatch({ type: 'notice', notice: { text, tone } });

  const outbox = createOutbox({ relay, dispatch, onSignedOut: options.onLeave });
  const typing = createTypingSignal(relay);
  const sync = createSync({
    relay,
    workspaceIds: options.workspaceIds,
    state: () => state,
    dispatch,
  });
  const ticking = setInterval(schedule, TICK_MS);

  /** Runs something that may fail; the operator is told, and goes on. */
  const attempt = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (isClosed) return;
      if (isSignedOut(error)) return options.onLeave(error);
      if (!(error instanceof ExitError)) throw error;
      notify(error.message, 'warning');
    });
  };

  /** One action at a time for each conversation: a key pressed twice is pressed once. */
  const act = (row: Row | null, work: (row: Row) => Promise<void>): void => {
    if (!row || busy.has(row.conversation_id)) return;
    busy.add(row.conversation_id);
    attempt(work(row).finally(() => busy.delete(row.conversation_id)));
  };

  const put = (row: Row): void => dispatch({ type: 'rows', rows: [row] });

  const openConversation = (id: string): void => {
    typing.stop();
    dispatch({ type: 'opened', id });
    dispatch({ type: 'writing', isWriting: holds(state, rowOf(state, id)) });
    options.feed().watch(id);
    attempt(sync.thread().then(markRead));
  };

  const closeConversation = (): void => {
    typing.stop();
    options.feed().watch(null);
    dispatch({ type: 'closed' });
  };

  /** The visitor sees that somebody has read it; one request at a time, for the latest. */
  const markRead = async (): Promise<void> => {
    const { open, link } = state;
    const row = open && rowOf(state, open.id);
    const seq = open?.messages.at(-1)?.seq ?? 0;
    if (!row || link.kind !== 'live' || seq <= row.agent_read_seq) return;
    if (readSeq?.id === row.conversation_id && seq <= readSeq.seq) return;
    readSeq = { id: row.conversation_id, seq };
    try {
      put(await relay.read(row.conversation_id, seq));
    } catch (error) {
      readSeq = null;
      throw error;
    }
  };

  const claim = async (row: Row): Promise<void> => {
    const id = row.conversation_id;
    try {
      put(await relay.claim(id));
    } catch (error) {
      if (!(error instanceof RelayRefusal)) throw error;
      if (error.code !== 'conversation_already_claimed') throw error;
      const { name, sinceIso } = claimedBy(error);
      const since = sinceIso === null ? '' : ` since ${clockTime(sinceIso)}`;
      notify(`${sanitiseLine(name)} has this conversation${since}.`, 'warning');
      put(await relay.row(id));
      return;
    }
    if (state.open?.id === id) dispatch({ type: 'writing', isWriting: true });
    else openConversation(id);
  };

  const release = async (row: Row): Promise<void> => {
    put(await relay.release(row.conversation_id));
    leaveHeld(row, 'is back in the queue');
  };

  const leaveHeld = (row: Row, what: string): void => {
    if (state.open?.id === row.conversation_id) closeConversation();
    notify(`${visitorName(row)} ${what}.`);
  };

  const confirm = (): void => {
    const { overlay } = state;
    dispatch({ type: 'overlay', overlay: null });
    if (overlay?.kind === 'transfer') {
      const to = receivers(state, overlay.conversationId)[overlay.index];
      if (!to) return;
      act(rowOf(state, overlay.conversationId), async (row) => {
        put(await relay.transfer(row.conversation_id, to.operator_id));
        leaveHeld(row, `was handed over to ${sanitiseLine(to.display_name)}`);
      });
    }
    if (overlay?.kind !== 'question') return;
    if (overlay.question === 'quit') return options.onLeave('quit');
    act(rowOf(state, overlay.conversationId ?? ''), async (row) => {
      put(await relay.resolve(row.conversation_id));
      leaveHeld(row, 'is resolved');
    });
  };

  const askResolve = (): void => {
    const row = held();
    if (!row) return;
    const text = `Resolve the conversation with ${visitorName(row)}?`;
    const { conversation_id: conversationId } = row;
    dispatch({
      type: 'overlay',
      overlay: { kind: 'question', question: 'resolve', conversationId, text },
    });
  };

  const askTransfer = (): void => {
    const row = held();
    if (!row) return;
    const { conversation_id: conversationId } = row;
    if (receivers(state, conversationId).length === 0) {
      return notify('There is no other operator for this tenant.', 'warning');
    }
    dispatch({ type: 'overlay', overlay: { kind: 'transfer', conversationId, index: 0 } });
  };

  /** The current conversation if it is yours; says why not otherwise. */
  const held = (): Row | null => {
    const row = currentRow(state);
    if (holds(state, row)) return row;
    if (row) notify('Not yours: press c to take it first.', 'warning');
    return null;
  };

  const quit = (): void => {
    const own = [...state.rows.values()].filter(({ row }) => holds(state, row)).length;
    const unsent = outbox.size();
    if (own === 0 && unsent === 0) return options.onLeave('quit');
    const reasons = [
      ...(unsent > 0 ? [`${unsent} not sent yet`] : []),
      ...(own > 0 ? [`you hold ${own}`] : []),
    ];
    const text = `Quit? (${reasons.join(', ')})`;
    dispatch({
      type: 'overlay',
      overlay: { kind: 'question', question: 'quit', conversationId: null, text },
    });
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
    const row = open && rowOf(state, open.id);
    if (!open || !row) return;
    const content = draftOf(state, open.id).text.trim();
    if (content === '') return;
    if (!holds(state, row))
      return notify('Not sent: this conversation is no longer yours.', 'warning');
    const count = characters(content);
    if (count > MAX_CHARACTERS) {
      return notify(`Not sent: ${count} characters, ${MAX_CHARACTERS} at most.`, 'warning');
    }
    typing.stop();
    dispatch({ type: 'notice', notice: null });
    outbox.send(open.id, content);
  };

  const scroll = (by: Extract<Intent, { type: 'scroll' }>['by']): void => {
    const page = Math.max(1, state.size.height - 10);
    const lines = { 'page-up': page, 'page-down': -page, top: Infinity, bottom: -Infinity };
    const before = state.open?.scrollBack;
    dispatch({ type: 'scrolled', by: typeof by === 'number' ? by : lines[by] });
    const isUpwards = by === 'top' || by === 'page-up' || (typeof by === 'number' && by > 0);
    const isAtTop = isUpwards && (by === 'top' || state.open?.scrollBack === before);
    if (isAtTop) attempt(sync.older());
  };

  const togglePresence = async (): Promise<void> => {
    const presence = state.me.presence === 'online' ? 'away' : 'online';
    const operators = await relay.setPresence(presence);
    const operatorIds = operators.map((one) => one.operator_id);
    dispatch({ type: 'identified', operatorIds, presence });
    notify(presence === 'online' ? 'You are online.' : 'You are away: new visitors are told so.');
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
      case 'open': {
        const row = currentRow(state);
        if (row) openConversation(row.conversation_id);
        return;
      }
      case 'close':
        return closeConversation();
      case 'claim':
        return act(currentRow(state), claim);
      case 'release':
        return act(held(), release);
      case 'resolve':
        return askResolve();
      case 'transfer':
        return askTransfer();
      case 'write':
        if (held()) dispatch({ type: 'writing', isWriting: true });
        return;
      case 'command':
        typing.stop();
        return dispatch({ type: 'writing', isWriting: false });
      case 'send':
        return send();
      case 'next': {
        const row = nextOwn(state);
        if (row) openConversation(row.conversation_id);
        return;
      }
      case 'toggle-all':
        dispatch({ type: 'all-toggled' });
        if (state.showsAll) attempt(sync.latest());
        return;
      case 'toggle-presence':
        return attempt(togglePresence());
      case 'help':
        return dispatch({ type: 'overlay', overlay: { kind: 'help' } });
      case 'dismiss':
        return dispatch({ type: 'overlay', overlay: null });
      case 'confirm':
        return confirm();
      case 'redraw':
        terminal.invalidate();
        return schedule();
      case 'quit':
        return quit();
      case 'interrupt':
        return options.onLeave('interrupt');
    }
  };

  /** A bell for what asks for the operator and is not on the screen. */
  const ring = (
    known: Row | null,
    { conversation }: Extract<Update, { type: 'conversation' }>,
  ): void => {
    const { status, conversation_id: id } = conversation;
    const isNewInQueue = status === 'WAITING' && known?.status !== 'WAITING';
    const isUnseen =
      holds(state, conversation) &&
      state.open?.id !== id &&
      conversation.last_seq > (known?.last_seq ?? 0);
    if (state.isLoaded && (isNewInQueue || isUnseen)) terminal.bell();
  };

  return {
    press: (key) => {
      const intent = intentOf(state, key);
      if (intent && !isClosed) perform(intent);
    },
    resize: () => {
      terminal.invalidate();
      dispatch({ type: 'resized', ...terminal.size() });
    },
    onUpdate: (update) => {
      if (update.type === 'conversation') {
        ring(rowOf(state, update.conversation.conversation_id), update);
      }
      dispatch({ type: 'update', update, nowMs: Date.now() });
      attempt(sync.thread().then(markRead));
    },
    onLink: (link) => {
      dispatch({ type: 'link', link });
      if (link.kind !== 'live') return;
      const presence = state.me.presence === 'away' ? 'away' : 'online';
      attempt(
        relay.setPresence(presence).then(async (operators) => {
          const operatorIds = operators.map((one) => one.operator_id);
          dispatch({ type: 'identified', operatorIds, presence });
          if (operators.length === 0)
            notify('You are no operator here: you can only read.', 'warning');
          await sync.all();
          await markRead();
        }),
      );
    },
    onSignedOut: options.onLeave,
    unsent: outbox.size,
    close: () => {
      isClosed = true;
      clearInterval(ticking);
      typing.stop();
      outbox.close();
    },
  };
}
