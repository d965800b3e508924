import type { Row } from '@chat-relay/desk/wire';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import { useKeyName } from '../keys';
import { plainLine } from '../model/plain';
import type { AnswerHere } from '../use-answer-here';

export interface NotHeldProps {
  row: Row;
  mayClaim: boolean;
  hasDraft: boolean;
  onClaim(): void;
  answerHere: AnswerHere | null;
}

/** Replaces the composer: why the operator can't write here now, and what they can do about it. */
export function NotHeld({ row, mayClaim, hasDraft, onClaim, answerHere }: NotHeldProps) {
  const key = useKeyName()('claim');
  const { words } = useLanguage();
  const { inbox } = words;
  const texts = {
    WAITING: inbox.claimToReply,
    BOT: inbox.botAnswers,
    RESOLVED: inbox.reopenToReply,
    ASSIGNED: inbox.heldToReply(plainLine(row.operator_display_name ?? inbox.operator, 60)),
  };
  return (
    // Text typed after a click on it was meant as a message: no shortcut must run.
    <div class={answerHere ? 'not-held can-answer' : 'not-held'} tabIndex={-1} data-takes-keys>
      <p class="grow">
        {mayClaim ? texts[row.status] : answerHere ? inbox.answerHereText : inbox.notAnOperator}
        {hasDraft && <span class="meta"> {inbox.draftKept}</span>}
      </p>
      {answerHere && (
        <Button isBusy={answerHere.isBusy} onClick={answerHere.run}>
          {inbox.answerHere}
        </Button>
      )}
      {mayClaim && row.status !== 'ASSIGNED' && (
        <>
          {key && <kbd aria-hidden="true">{key}</kbd>}
          <Button kind="primary" keys={key} onClick={onClaim}>
            {inbox.claim}
          </Button>
        </>
      )}
    </div>
  );
}
