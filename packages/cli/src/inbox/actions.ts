import { EXIT, ExitError } from '../errors';
import { RelayRefusal } from '../relay/refusals';
import { sanitiseLine } from '../terminal/sanitise';
import { visitorName } from './labels';
import { clockTime } from './message-lines';
import type { InboxEvent } from './reducer';
import type { InboxRelay } from './relay';
import { currentRow, holds, receivers, rowOf } from './selectors';
import type { InboxState, Notice } from './state';
import type { Row } from './wire';

/** What an operator does with a conversation. Nothing here throws: the operator is told. */
export interface Actions {
  claim(): void;
  release(): void;
  askToResolve(): void;
  askForReceiver(): void;
  /** Yes to the question on the screen. */
  confirm(): void;
  togglePresence(): void;
  /** The current conversation if it is the operator's, who is told otherwise. */
  held(): Row | null;
  notify(text: string, tone?: Notice['tone']): void;
  /** Runs what may fail. */
  attempt(work: Promise<unknown>): void;
}

export interface ActionsOptions {
  relay: InboxRelay;
  state(): InboxState;
  dispatch(event: InboxEvent): void;
  openConversation(id: string): void;
  closeConversation(): void;
  /** The operator agreed to leave. */
  onQuit(): void;
  /** Nothing more can be done here. */
  onFatal(error: ExitError): void;
}

export function createActions(options: ActionsOptions): Actions {
  const { relay, state, dispatch } = options;
  const busy = new Set<string>();

  const notify = (text: string, tone: Notice['tone'] = 'info'): void =>
    dispatch({ type: 'notice', notice: { text, tone } });

  const attempt = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => {
      if (!(error instanceof ExitError)) {
        const message = error instanceof Error ? error.message : String(error);
        options.onFatal(new ExitError(EXIT.failed, message, { cause: error }));
      } else if (error.exitCode === EXIT.notSignedIn) options.onFatal(error);
      else notify(error.message, 'warning');
    });
  };

  /** One action at a time for each conversation: a key pressed twice is pressed once. */
  const act = (row: Row | null, work: (row: Row) => Promise<void>): void => {
    if (!row || busy.has(row.conversation_id)) return;
    busy.add(row.conversation_id);
    attempt(work(row).finally(() => busy.delete(row.conversation_id)));
  };

  const put = (row: Row): void => dispatch({ type: 'rows', rows: [row] });

  const held = (): Row | null => {
    const row = currentRow(state());
    if (holds(state(), row)) return row;
    if (row) notify('Not yours: press c to take it first.', 'warning');
    return null;
  };

  const letGo = (row: Row, what: string): void => {
    if (state().open?.id === row.conversation_id) options.closeConversation();
    notify(`${visitorName(row)} ${what}.`);
  };

  const claim = async (row: Row): Promise<void> => {
    const id = row.conversation_id;
    try {
      put(await relay.claim(id));
    } catch (error) {
      const isTaken =
        error instanceof RelayRefusal && error.code === 'conversation_already_claimed';
      if (!isTaken) throw error;
      notify(claimedBy(error), 'warning');
      put(await relay.row(id));
      return;
    }
    if (state().open?.id === id) dispatch({ type: 'writing', isWriting: true });
    else options.openConversation(id);
  };

  return {
    notify,
    attempt,
    held,
    claim: () => act(currentRow(state()), claim),
    release: () =>
      act(held(), async (row) => {
        put(await relay.release(row.conversation_id));
        letGo(row, 'is back in the queue');
      }),
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
      if (receivers(state(), conversationId).length === 0) {
        return notify('There is no other operator for this tenant.', 'warning');
      }
      dispatch({ type: 'overlay', overlay: { kind: 'transfer', conversationId, index: 0 } });
    },
    confirm: () => {
      const { overlay } = state();
      dispatch({ type: 'overlay', overlay: null });
      if (overlay?.kind === 'transfer') {
        const to = receivers(state(), overlay.conversationId)[overlay.index];
        if (!to) return;
        act(rowOf(state(), overlay.conversationId), async (row) => {
          put(await relay.transfer(row.conversation_id, to.operator_id));
          const absence = to.presence === 'online' ? '' : `, who is ${to.presence}`;
          letGo(row, `was handed over to ${sanitiseLine(to.display_name)}${absence}`);
        });
      }
      if (overlay?.kind !== 'question') return;
      if (overlay.question === 'quit') return options.onQuit();
      act(rowOf(state(), overlay.conversationId ?? ''), async (row) => {
        put(await relay.resolve(row.conversation_id));
        letGo(row, 'is resolved');
      });
    },
    togglePresence: () => {
      const presence = state().me.presence === 'online' ? 'away' : 'online';
      const isOnline = presence === 'online';
      attempt(
        relay.setPresence(presence).then((operators) => {
          const operatorIds = operators.map((one) => one.operator_id);
          dispatch({ type: 'identified', operatorIds, presence });
          notify(isOnline ? 'You are online.' : 'You are away: press p when you are back.');
        }),
      );
    },
  };
}

/** Who was faster: `Sam has this conversation since 12:04.` */
function claimedBy({ data }: RelayRefusal): string {
  const { operator_display_name: name, claimed_at: sinceIso } = data;
  const who = typeof name === 'string' ? sanitiseLine(name) : 'Somebody else';
  const since = typeof sinceIso === 'string' ? ` since ${clockTime(sinceIso)}` : '';
  return `${who} has this conversation${since}.`;
}
