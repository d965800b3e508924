import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Operator } from '@chat-relay/server/wire/operators';
import { usePresenceSince } from '../../ui/presence-badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Tile } from '../../ui/tile';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';

export interface TransferDialogProps {
  title: string;
  /** Operators who can be chosen. */
  found: readonly Operator[];
  /** Called when the dialog opens, to fetch their presence again. */
  onOpen(): void;
  onChoose(to: Operator): void;
  onClose(): void;
}

/** Lists operators who could take the conversation, online ones first. Others need a confirmation. */
export function TransferDialog({ title, found, onOpen, onChoose, onClose }: TransferDialogProps) {
  const { words } = useLanguage();
  const [askedId, setAskedId] = useState<string | null>(null);
  useEffect(onOpen, []);
  const asked = found.find(({ operator_id }) => operator_id === askedId);
  if (asked) {
    return (
      <AbsentReceiver
        to={asked}
        onConfirm={() => onChoose(asked)}
        onBack={() => setAskedId(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog key="list" title={title} onClose={onClose}>
      {found.length === 0 && <p class="muted">{words.inbox.noReceiver}</p>}
      <ul class="receivers">
        {found.map((one, index) => (
          <li key={one.operator_id}>
            <Receiver
              to={one}
              isFirst={index === 0}
              onClick={() =>
                one.presence === 'online' ? onChoose(one) : setAskedId(one.operator_id)
              }
            />
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <Button onClick={onClose}>{words.common.cancel}</Button>
      </div>
    </Dialog>
  );
}

interface ReceiverProps {
  to: Operator;
  isFirst: boolean;
  onClick(): void;
}

function Receiver({ to, isFirst, onClick }: ReceiverProps) {
  const { words } = useLanguage();
  const since = usePresenceSince(to);
  const presence = words.inbox.presences[to.presence];
  return (
    <button type="button" class="menu-item" autofocus={isFirst} onClick={onClick}>
      <Tile id={to.account_id} name={to.display_name} size="small" />
      <bdi class="grow cut">{plainLine(to.display_name, 80)}</bdi>
      <span class={`presence-mark ${to.presence}`} aria-hidden="true" />
      <span class="meta">{since === null ? presence : `${presence}, ${since}`}</span>
    </button>
  );
}

interface AbsentReceiverProps {
  to: Operator;
  onConfirm(): void;
  onBack(): void;
  onClose(): void;
}

/** Asks for confirmation to transfer to an operator who is not online. */
function AbsentReceiver({ to, onConfirm, onBack, onClose }: AbsentReceiverProps) {
  const { words } = useLanguage();
  const since = usePresenceSince(to);
  const back = useRef<HTMLButtonElement>(null);
  const textId = useId();
  // The focus is on "Back", so that a second Enter does not transfer.
  useLayoutEffect(() => back.current?.focus(), []);
  const name = plainLine(to.display_name, 80);
  const presence = words.inbox.presences[to.presence];
  return (
    <Dialog
      key="asked"
      title={words.inbox.transferToAbsent(name)}
      textId={textId}
      onClose={onClose}
    >
      <div id={textId}>
        <p>
          <bdi>{name}</bdi>
          {' – '}
          {since === null ? presence : `${presence}, ${since}`}
        </p>
        <p class="muted">{words.inbox.transferToAbsentText}</p>
      </div>
      <div class="dialog-foot">
        <Button buttonRef={back} onClick={onBack}>
          {words.inbox.chooseAnother}
        </Button>
        <Button kind="primary" onClick={onConfirm}>
          {words.inbox.transferAnyway}
        </Button>
      </div>
    </Dialog>
  );
}
