import { rowOf } from '../../desk/selectors';
import { Refusal } from '../../api/refusal';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { visitorName } from '../model/visitor';
import type { Failure } from './use-bulk-actions';

/** Which conversations stayed as they were, and why each. */
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
  const nameOf = (id: string): string => {
    const row = rowOf(inbox.state.value, id);
    return row ? visitorName(row, words) : id;
  };
  return (
    <Dialog title={words.inbox.manyFailed(failures.length)} onClose={onClose}>
      <ul class="failures">
        {failures.map(({ conversation_id: id, error }) => (
          <li key={id}>
            <bdi class="cut">{nameOf(id)}</bdi>
            <span class="muted">{refusalText(new Refusal(409, { ...error }, ''), language)}</span>
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <Button onClick={onClose}>{words.common.close}</Button>
      </div>
    </Dialog>
  );
}
