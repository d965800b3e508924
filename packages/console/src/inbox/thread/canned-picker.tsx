import type { CannedReply } from '@chat-relay/server/wire/conversations/inbox/canned-replies';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';
import { Picker } from '../parts/picker';

export interface CannedPickerProps {
  id: string;
  replies: readonly CannedReply[];
  chosen: number;
  /** The chosen reply, if a colleague has deleted it meanwhile. */
  gone: CannedReply | null;
  onChoose(reply: CannedReply | undefined): void;
  onPoint(index: number): void;
}

export function CannedPicker({ id, replies, chosen, gone, onChoose, onPoint }: CannedPickerProps) {
  const { words } = useLanguage();
  const { cannedCount, cannedGone, cannedNothing } = words.inbox;
  return (
    <Picker
      id={id}
      label={words.shell.canned}
      items={replies.map((reply) => ({
        key: reply.canned_reply_id,
        name: `/${plainLine(reply.shortcut, 64)}`,
        more: plainLine(reply.content),
      }))}
      chosen={chosen}
      count={replies.length > 0 ? cannedCount(replies.length) : cannedNothing}
      gone={gone ? cannedGone(plainLine(gone.shortcut, 64)) : undefined}
      onChoose={(index) => onChoose(replies[index])}
      onPoint={onPoint}
    />
  );
}
