import type { Row } from '../../desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';

export interface NotHeldProps {
  row: Row;
  mayClaim: boolean;
  hasDraft: boolean;
  onClaim(): void;
}

/** In place of the composer: why one can't write here now, and what to do about it. */
export function NotHeld({ row, mayClaim, hasDraft, onClaim }: NotHeldProps) {
  const { preferences } = useConsole();
  const { words } = useLanguage();
  const { inbox } = words;
  const texts = {
    WAITING: inbox.claimToReply,
    BOT: inbox.botAnswers,
    RESOLVED: inbox.reopenToReply,
    ASSIGNED: inbox.heldToReply(plainLine(row.operator_display_name ?? inbox.operator, 60)),
  };
  return (
    <div class="not-held">
      <p class="grow">
        {mayClaim ? texts[row.status] : inbox.notAnOperator}
        {hasDraft && <span class="meta"> {inbox.draftKept}</span>}
      </p>
      {mayClaim && row.status !== 'ASSIGNED' && (
        <>
          {preferences.singleKeys.value && <kbd aria-hidden="true">C</kbd>}
          <Button kind="primary" keys="C" onClick={onClaim}>
            {inbox.claim}
          </Button>
        </>
      )}
    </div>
  );
}
