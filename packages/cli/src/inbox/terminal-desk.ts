import { cannedValues, fillCanned } from '@chat-relay/desk/canned/canned';
import { loneCommand } from '@chat-relay/desk/canned/lone-command';
import { createDesk } from '@chat-relay/desk/desk';
import type { Feed } from '@chat-relay/desk/relay/feed';
import type { DeskRelay } from '@chat-relay/desk/relay/routes';
import { holds, rowOf } from '@chat-relay/desk/selectors';
import type { Link } from '@chat-relay/desk/state';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import type { Row } from '@chat-relay/desk/wire';
import { EXIT, ExitError } from '../errors';
import type { Paint } from '../terminal/paint';
import { sanitiseLine } from '../terminal/sanitise';
import { createTerminalActions, NOTICES } from './actions';
import { intentOf, type Intent } from './keyboard/bindings';
import { characters, EDITS, insert, MAX_CHARACTERS } from './state/draft';
import type { Key } from './keyboard/keys';
import { reduce, type InboxEvent } from './state/reducer';
import { drawScreen } from './view/screen';
import type { InboxState } from './state/screen-state';
import { currentRow, draftOf, nextInNeed, nextOwn, offeredReplies } from './state/selectors';
import type { Terminal } from './terminal';

/** The operator's desk in a terminal: keys and updates change the screen and the relay. */
export interface TerminalDesk {
  press(key: Key): void;
  resize(): void;
  onUpdate(update: FeedUpdate): void;
  onLink(link: Link): void;
  /** The number of replies that the relay has not confirmed. */
  unsent(): number;
  /** Stops all timers. */
  close(): void;
}

/** How the operator left: by quitting, or by an interrupt, which may be for a moment only. */
export type Leaving = 'quit' | 'interrupt';

export interface TerminalDeskOptions {
  start: InboxState;
  relay: DeskRelay;
  accountId: string;
  workspaceIds: readonly string[];
  terminal: Terminal;
  paint: Paint;
  feed: Feed;
  onLeave(how: Leaving | ExitError): void;
}

const TICK_MS = 1_000;

export function createTerminalDesk(options: TerminalDeskOptions): TerminalDesk {
  const { relay, terminal, paint, feed, onLeave } = options;
  let state = options.start;
  let isScheduled = false;
  let isClosed = false;

  // Several updates in one turn of the event loop are drawn once.
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

  const desk = createDesk({
    relay,
    feed,
    accountId: options.accountId,
    workspaceIds: options.workspaceIds,
    tenantId: state.tenantId,
    state: () => state,
    dispatch,
    onNotice: (notice) => dispatch({ type: 'notice', notice: NOTICES[notice] }),
    onRefused: (id, _refusal, error) => {
      dispatch({ type: 'returned', id });
      if (!(error instanceof ExitError)) return actions.explain(error);
      actions.notify(`Not sent. ${error.message}`, 'warning');
      if (error.exitCode === EXIT.notSignedIn) onLeave(error);
    },
    onTrouble: (error) => actions.explain(error),
    alsoFetch: () => (state.showsAll ? fetchLatest() : Promise.resolve()),
  });
  const { outbox, typing } = desk;

  const openConversation = (id: string): void => {
    desk.open(id);
    dispatch({ type: 'writing', isWriting: holds(state, rowOf(state, id)) });
  };
  const actions = createTerminalActions({
    actions: desk.actions,
    state: () => state,
    dispatch,
    openConversation,
    closeConversation: desk.leave,
    onQuit: () => onLeave('quit'),
    onSend: () => send(true),
    onFatal: onLeave,
  });

  const fetchLatest = async (): Promise<void> => {
    const { tenantId, revision: since } = state;
    const { rows } = await relay.rows(tenantId === null ? {} : { tenant_id: tenantId });
    dispatch({ type: 'rows', rows, since });
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
    dispatch({ type: 'edited', id: open.id, draft: changed });
    if (changed.text === '') typing.stop();
    else if (changed.text !== draft.text) typing.touch(open.id);
  };

  const insertReply = (): void => {
    const row = state.open && rowOf(state, state.open.id);
    const offered = offeredReplies(state);
    const reply = offered?.replies[state.picker.index];
    if (!row || !offered || !reply) return;
    const { conversation_id: id } = row;
    const { text, cursor } = draftOf(state, id);
    const kept = { text: text.slice(0, offered.from) + text.slice(cursor), cursor: offered.from };
    const draft = insert(kept, fillCanned(reply.content, cannedValues(state, row)));
    dispatch({ type: 'edited', id, draft });
    typing.touch(id);
  };

  /** @param isMeant true if a text that looks like a shortcut of a canned reply is to be sent as it is */
  const send = (isMeant = false): void => {
    const { open } = state;
    if (!open) return;
    const content = draftOf(state, open.id).text.trim();
    const count = characters(content);
    if (content === '') return;
    if (!holds(state, rowOf(state, open.id))) {
      return actions.notify('Not sent. This conversation is no longer yours.', 'warning');
    }
    if (count > MAX_CHARACTERS) {
      const text = `Not sent. The text has ${count} characters, ${MAX_CHARACTERS} at most.`;
      return actions.notify(text, 'warning');
    }
    const command = loneCommand(content);
    if (command !== null && !isMeant) {
      const text = `No canned reply was inserted for ${sanitiseLine(command)}. Send it as it is?`;
      const question = { question: 'command', conversationId: open.id, text } as const;
      return dispatch({ type: 'overlay', overlay: { kind: 'question', ...question } });
    }
    typing.stop();
    dispatch({ type: 'notice', notice: null });
    outbox.send(open.id, content);
  };

  const scroll = (by: Extract<Intent, { type: 'scroll' }>['by']): void => {
    const page = Math.max(1, state.size.height - 10);
    const lines = { 'page-up': page, 'page-down': -page, top: Infinity, bottom: -Infinity };
    const distance = typeof by === 'number' ? by : lines[by];
    const before = state.scrollBack;
    dispatch({ type: 'scrolled', by: distance });
    const isAtTop = by === 'top' || (distance > 0 && state.scrollBack === before);
    if (isAtTop) actions.attempt(desk.sync.older());
  };

  const perform = (intent: Intent): void => {
    switch (intent.type) {
      case 'move':
        return dispatch({ type: 'moved', by: intent.by });
      case 'scroll':
        return scroll(intent.by);
      case 'overlay-move':
        return dispatch({ type: 'overlay-moved', by: intent.by });
      case 'picker-move':
        return dispatch({ type: 'picker-moved', by: intent.by });
      case 'insert-reply':
        return insertReply();
      case 'dismiss-picker':
        return dispatch({ type: 'picker-dismissed' });
      case 'edit':
        return edit(intent.key);
      case 'open':
        return openRow(currentRow(state));
      case 'next-in-need':
        return openRow(nextInNeed(state));
      case 'next':
        return openRow(nextOwn(state));
      case 'close':
        return desk.leave();
      case 'claim':
        return actions.claim();
      case 'release':
        return actions.release();
      case 'resolve':
        return actions.askToResolve();
      case 'transfer':
        actions.attempt(desk.sync.surroundings()); // who is there now
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
        if (state.showsAll) actions.attempt(fetchLatest());
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

  /** Rings the bell for a conversation that needs the operator and is not on the screen. */
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
      if (intent && !isClosed) perform(intent);
    },
    resize: () => {
      terminal.invalidate();
      dispatch({ type: 'resized', ...terminal.size() });
    },
    onUpdate: (update) => {
      if (update.type === 'conversation') ring(update.conversation);
      if (update.type === 'transfer_returned') {
        const name = sanitiseLine(update.operator_display_name);
        actions.notify(`${name} did not come: your transfer is back in the queue.`, 'warning');
        terminal.bell();
      }
      desk.onUpdate(update);
    },
    onLink: desk.onLink,
    unsent: outbox.size,
    close: () => {
      isClosed = true;
      clearInterval(ticking);
      desk.close();
    },
  };
}
