import { rowOf } from '@chat-relay/desk/selectors';
import { RefusalError } from '../../api/refusal';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';
import { visitorName } from '../model/visitor';
import type { Failure } from './use-bulk-actions';

const MANY = 'console/update/conversations';

/** Lists the conversations that an action did not change, each with the reason. */
export function FailuresDialog({
  inbox,
  failures,
  onClose,
}: {
  inbox: Inbox;
  failures: readonly Failure[];
  onClose(): void;
}) {
  const language = useLanguage();
  const { words } = language;
  const whyOf = ({ conversation_id, error }: Failure): string => {
    const { code } = error;
    if (code === 'session_expired') return words.inbox.erasedText;
    // The relay does not name the operator who has a conversation; the list does.
    const row = code === 'not_assignee' ? rowOf(inbox.state.value, conversation_id) : null;
    const name = error.operator_display_name ?? row?.operator_display_name ?? undefined;
    const since = error.claimed_at ?? row?.claimed_at ?? undefined;
    if (code === 'conversation_already_claimed' && name === undefined) {
      return words.inbox.takenBySomeone;
    }
    if (name === undefined || since === undefined) {
      return refusalText(new RefusalError(409, { ...error }, '', MANY), language);
    }
    return words.inbox.taken(plainLine(name, 60), language.format.time(Date.parse(since)));
  };
  const nameOf = (id: string): string => {
    const row = rowOf(inbox.state.value, id);
    return row ? visitorName(row, words) : id;
  };
  return (
    <Dialog title={words.inbox.manyFailed(failures.length)} onClose={onClose}>
      <ul class="failures">
        {failures.map((failure) => (
          <li key={failure.conversation_id}>
            <bdi class="cut">{nameOf(failure.conversation_id)}</bdi>
            <span class="muted">{whyOf(failure)}</span>
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <Button onClick={onClose}>{words.common.close}</Button>
      </div>
    </Dialog>
  );
}
