import type { Actions } from '@chat-relay/desk/actions';
import type { DeskNotice } from '@chat-relay/desk/desk';
import { holds, receivers, rowOf } from '@chat-relay/desk/selectors';
import type { Operator, PresenceSetting } from '@chat-relay/server/wire/operators';
import type { Row } from '@chat-relay/desk/wire';
import { EXIT, ExitError } from '../errors';
import { sanitiseLine } from '../terminal/sanitise';
import { visitorName } from './view/labels';
import { clockTime } from './message-lines';
import type { InboxEvent } from './state/reducer';
import type { InboxState, Notice } from './state/screen-state';
import { currentRow } from './state/selectors';

/** The actions that an operator starts by a key. None throws: the screen shows failures. */
export interface TerminalActions {
  claim(): void;
  release(): void;
  askToResolve(): void;
  askForReceiver(): void;
  /** Answers the question on the screen with yes. */
  confirm(): void;
  togglePresence(): void;
  /** Returns the current conversation if the operator has claimed it; otherwise says that they have not. */
  held(): Row | null;
  notify(text: string, tone?: Notice['tone']): void;
  /** Runs an action, and shows its failure. */
  attempt(work: Promise<unknown>): void;
  /** Shows a failure, or ends the inbox if it can't continue. */
  explain(error: unknown): void;
}

export interface TerminalActionsOptions {
  actions: Actions;
  state(): InboxState;
  dispatch(event: InboxEvent): void;
  openConversation(id: string): void;
  closeConversation(): void;
  onQuit(): void;
  /** The operator has confirmed to send the draft as it is. */
  onSend(): void;
  /** The inbox can't continue. */
  onFatal(error: ExitError): void;
}

export const NOTICES: Record<DeskNotice, Notice> = {
  gone: {
    tone: 'warning',
    text: 'This conversation was erased, or you no longer have access to it.',
  },
  behind: { tone: 'warning', text: 'The relay can’t answer everything now. Trying again.' },
  'no-operator': { tone: 'info', text: 'You are not an operator here. You can only read.' },
};

export function createTerminalActions(options: TerminalActionsOptions): TerminalActions {
  const { actions, state, dispatch } = options;

  const notify = (text: string, tone: Notice['tone'] = 'info'): void =>
    dispatch({ type: 'notice', notice: { text, tone } });

  const explain = (error: unknown): void => {
    if (!(error instanceof ExitError)) {
      const message = error instanceof Error ? error.message : String(error);
      options.onFatal(new ExitError(EXIT.failed, message, { cause: error }));
    } else if (error.exitCode === EXIT.notSignedIn) options.onFatal(error);
    else notify(error.message, 'warning');
  };
  const attempt = (work: Promise<unknown>): void => void work.catch(explain);

  const held = (): Row | null => {
    const row = currentRow(state());
    if (holds(state(), row)) return row;
    if (row) notify('This conversation is not yours. Press c to take it first.', 'warning');
    return null;
  };

  /** Closes a conversation after the operator has given it up. */
  const letGo = async (row: Row, done: Promise<Row | null>, what: string): Promise<void> => {
    if (!(await done)) return;
    if (state().open?.id === row.conversation_id) options.closeConversation();
    notify(`${visitorName(row)} ${what}.`);
  };

  const handOver = (row: Row, to: Operator): void => {
    const isForced = to.presence !== 'online';
    const absence = isForced ? `, who is ${to.presence}` : '';
    const what = `was handed over to ${sanitiseLine(to.display_name)}${absence}`;
    const transfer = actions.transfer(row.conversation_id, to.operator_id, isForced);
    attempt(letGo(row, transfer, what));
  };

  const claim = async (id: string): Promise<void> => {
    const outcome = await actions.claim(id);
    if (!outcome) return;
    if (outcome.kind === 'taken') return notify(takenBy(outcome), 'warning');
    if (state().open?.id === id) dispatch({ type: 'writing', isWriting: true });
    else options.openConversation(id);
  };

  const togglePresence = async (): Promise<void> => {
    const presence: PresenceSetting = state().me.presence === 'online' ? 'away' : 'online';
    await actions.setPresence(presence);
    const isOnline = presence === 'online';
    notify(isOnline ? 'You are online.' : 'Set to away. Press p when you are back.');
  };

  return {
    notify,
    attempt,
    explain,
    held,
    claim: () => {
      const row = currentRow(state());
      if (row) attempt(claim(row.conversation_id));
    },
    release: () => {
      const row = held();
      if (!row) return;
      attempt(letGo(row, actions.release(row.conversation_id), 'is back in the queue'));
    },
    askToResolve: () => {
      const row = held();
      if (!row) return;
      const text = `Resolve the conversation with ${visitorName(row)}?`;
      const { conversation_id: conversationId } = row;
      const overlay = { kind: 'question', question: 'resolve', conversationId, text } as const;
      dispatch({ type: 'overlay', overlay });
    },
    askForReceiver: () => {
      const row = held();
      if (!row) return;
      const { conversation_id: conversationId } = row;
      const [first] = receivers(state(), conversationId);
      if (!first) return notify('This tenant has no other operator.', 'warning');
      const { operator_id: operatorId } = first;
      dispatch({ type: 'overlay', overlay: { kind: 'transfer', conversationId, operatorId } });
    },
    confirm: () => {
      const { overlay } = state();
      dispatch({ type: 'overlay', overlay: null });
      if (overlay?.kind === 'transfer') {
        const { conversationId: id, operatorId } = overlay;
        const row = rowOf(state(), id);
        const to = receivers(state(), id).find((one) => one.operator_id === operatorId);
        if (!row || !to) return;
        if (to.presence === 'online') return handOver(row, to);
        const text = `${sanitiseLine(to.display_name)} is ${to.presence}. Hand it over anyway?`;
        const question = { question: 'transfer', conversationId: id, to, text } as const;
        return dispatch({ type: 'overlay', overlay: { kind: 'question', ...question } });
      }
      if (overlay?.kind !== 'question') return;
      if (overlay.question === 'quit') return options.onQuit();
      if (overlay.question === 'command') return options.onSend();
      const row = rowOf(state(), overlay.conversationId ?? '');
      if (row && overlay.question === 'transfer') return handOver(row, overlay.to);
      if (row) attempt(letGo(row, actions.resolve(row.conversation_id), 'is resolved'));
    },
    togglePresence: () => attempt(togglePresence()),
  };
}

/** Names the operator who claimed it first: `Sam has this conversation since 12:04.` */
function takenBy({ name, sinceIso }: { name: string | null; sinceIso: string | null }): string {
  const who = name === null ? 'Another operator' : sanitiseLine(name);
  const since = sinceIso === null ? '' : ` since ${clockTime(sinceIso)}`;
  return `${who} has this conversation${since}.`;
}
