import { receivers } from '../../desk/selectors';
import type { DeskState } from '../../desk/state';
import type { Operator, Row } from '../../desk/wire';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Tile } from '../../ui/tile';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';

export interface TransferDialogProps {
  state: DeskState;
  row: Row;
  onChoose(to: Operator): void;
  onClose(): void;
}

/** Who could take the conversation over, those who are there first. */
export function TransferDialog({ state, row, onChoose, onClose }: TransferDialogProps) {
  const { words } = useLanguage();
  const found = receivers(state, row.conversation_id);
  return (
    <Dialog title={words.inbox.transferTo} onClose={onClose}>
      {found.length === 0 && <p class="muted">{words.inbox.noReceiver}</p>}
      <ul class="receivers">
        {found.map((one, index) => (
          <li key={one.operator_id}>
            <button
              type="button"
              class="menu-item"
              autofocus={index === 0}
              onClick={() => onChoose(one)}
            >
              <Tile id={one.account_id} name={one.display_name} size="small" />
              <bdi class="grow cut">{plainLine(one.display_name, 80)}</bdi>
              <span class={`presence-mark ${one.presence}`} aria-hidden="true" />
              <span class="meta">{words.inbox.presences[one.presence]}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
      </div>
    </Dialog>
  );
}
