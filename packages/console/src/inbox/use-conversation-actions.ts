import { useLocation } from '../state/location';
import { hasCode } from '@chat-relay/desk/relay/refusal';
import { holds, isErased } from '@chat-relay/desk/selectors';
import type { Operator } from '@chat-relay/server/wire/operators';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../state/console';
import { refusalText } from '../ui/refusal-text';
import { useLanguage } from '../words/language';
import { inboxAddress, type Filter } from './model/filter';
import { explain, type Inbox } from './model/inbox';
import { plainLine } from './model/plain';
import { mayClaim, maySnooze } from './model/roles';
import { visitorName } from './model/visitor';

/** The actions on a conversation. They report their result in a toast, and never throw. */
export interface ConversationActions {
  /** Whether the operator has the conversation. If not, a toast says what to do first. */
  isHeld(row: Row): boolean;
  /** Whether the operator may snooze or wake it. If not, a toast says why. */
  isSnoozable(row: Row): boolean;
  claim(row: Row): void;
  release(row: Row): void;
  resolve(row: Row): void;
  transfer(row: Row, to: Operator): void;
  markUnread(row: Row): void;
  /** @param untilMs null ends the snooze */
  snooze(row: Row, untilMs: number | null): void;
}

export function useConversationActions(
  inbox: Inbox,
  filter: Filter,
  isAdmin: boolean,
  after: { onClaimed(row: Row): void; onLetGo(row: Row): void },
): ConversationActions {
  const { toasts } = useConsole();
  const language = useLanguage();
  const { route } = useLocation();
  const { words, format } = language;
  const { actions } = inbox.desk;

  const say = (text: string): void => void toasts.show(text);
  const attempt = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      // The relay already knows that the visitor was erased; the feed has not brought it yet.
      const isGone = hasCode(explain(error), 'session_expired');
      say(isGone ? words.inbox.erasedText : refusalText(error, language));
    });
  };
  const whyNoClaim = (row: Row): string =>
    isErased(row) ? words.inbox.erasedText : words.inbox.noAccess;
  const isHeld = (row: Row): boolean => {
    if (holds(inbox.state.value, row)) return true;
    const { operator_display_name: holder } = row;
    if (!mayClaim(inbox.state.value, row)) say(whyNoClaim(row));
    else if (holder === null) say(words.refusals.not_assignee);
    else say(words.inbox.heldToReply(plainLine(holder, 60)));
    return false;
  };

  const isSnoozable = (row: Row): boolean => {
    if (maySnooze(inbox.state.value, row, isAdmin)) return true;
    const isOpen = row.status === 'WAITING' || row.status === 'ASSIGNED';
    if (isOpen || isErased(row)) isHeld(row);
    else say(words.conflicts['console/snooze/conversation']);
    return false;
  };

  const claim = async (row: Row): Promise<void> => {
    const outcome = await actions.claim(row.conversation_id);
    if (!outcome) return;
    if (inbox.state.value.open?.id !== row.conversation_id) {
      route(inboxAddress(filter, row.conversation_id));
    }
    if (outcome.kind === 'claimed') return after.onClaimed(row);
    const name = outcome.name === null ? null : plainLine(outcome.name, 60);
    const since = outcome.sinceIso === null ? null : format.time(Date.parse(outcome.sinceIso));
    const { taken, takenBySomeone, takenReadOnly } = words.inbox;
    const who = name !== null && since !== null ? taken(name, since) : takenBySomeone;
    say(`${who} ${takenReadOnly}`);
  };
  const letGo = async (row: Row, work: Promise<Row | null>, text: string): Promise<void> => {
    if (!(await work)) return;
    after.onLetGo(row);
    say(text);
  };
  const resolve = async (row: Row): Promise<void> => {
    const { conversation_id: id } = row;
    if (inbox.leaving.ids.value.has(id)) return;
    const name = visitorName(row, words);
    const ending = inbox.leaving.start([id], () => actions.resolve(id));
    after.onLetGo(row);
    const shown = toasts.show(words.inbox.resolved(name), { action: words.common.undo });
    void shown.then((how) => {
      if (how === 'acted') inbox.leaving.undo([id]);
    });
    const outcome = await ending;
    if (outcome.kind === 'kept') {
      route(inboxAddress(filter, id));
      say(words.inbox.woken(name));
    } else if (outcome.writtenIds.length > 0) say(words.inbox.resolveCancelled(name));
  };

  const markUnread = async (row: Row): Promise<void> => {
    // An open conversation would be marked as read at once.
    if (inbox.state.value.open?.id === row.conversation_id) inbox.desk.leave();
    after.onLetGo(row);
    if (!(await actions.markUnread(row.conversation_id))) return;
    say(words.inbox.markedUnread(visitorName(row, words)));
  };
  const wake = async (row: Row): Promise<void> => {
    if (!row.snoozed_until && !inbox.state.value.rows.get(row.conversation_id)?.row.snoozed_until) {
      return say(words.inbox.notSnoozed);
    }
    if (!(await actions.snooze(row.conversation_id, null))) return;
    say(words.inbox.woken(visitorName(row, words)));
  };
  const snooze = async (row: Row, untilMs: number): Promise<void> => {
    const until = new Date(untilMs).toISOString();
    if (!(await actions.snooze(row.conversation_id, until))) return;
    after.onLetGo(row);
    const text = words.inbox.snoozed(visitorName(row, words), format.minute(untilMs));
    const how = await toasts.show(text, { action: words.common.undo });
    if (how === 'acted') await wake(row);
  };

  return {
    isHeld,
    isSnoozable,
    claim: (row) => {
      if (mayClaim(inbox.state.value, row)) attempt(claim(row));
      else say(whyNoClaim(row));
    },
    release: (row) => {
      if (!isHeld(row)) return;
      const text = words.inbox.released(visitorName(row, words));
      attempt(letGo(row, actions.release(row.conversation_id), text));
    },
    resolve: (row) => {
      if (isHeld(row)) attempt(resolve(row));
    },
    transfer: (row, to) => {
      const name = visitorName(row, words);
      const receiver = plainLine(to.display_name, 80);
      const isForced = to.presence !== 'online';
      const { transferred, transferredToAbsent } = words.inbox;
      const text = (isForced ? transferredToAbsent : transferred)(name, receiver);
      const transfer = actions.transfer(row.conversation_id, to.operator_id, isForced);
      attempt(letGo(row, transfer, text));
    },
    markUnread: (row) => {
      if (mayClaim(inbox.state.value, row)) attempt(markUnread(row));
    },
    snooze: (row, untilMs) => attempt(untilMs === null ? wake(row) : snooze(row, untilMs)),
  };
}
