import { useEffect, useRef } from 'preact/hooks';
import type { CannedReply } from '../../desk/wire';
import { useConsole } from '../../state/console';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';

export interface CannedPickerProps {
  id: string;
  replies: readonly CannedReply[];
  chosen: number;
  onChoose(reply: CannedReply): void;
  onPoint(index: number): void;
}

/** The replies that fit what follows the `/`. The focus stays in the text. */
export function CannedPicker({ id, replies, chosen, onChoose, onPoint }: CannedPickerProps) {
  const { announcer } = useConsole();
  const { words } = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useEffect(() => {
    const { cannedCount, cannedNothing } = words.inbox;
    announcer.say(replies.length > 0 ? cannedCount(replies.length) : cannedNothing, 'canned');
  }, [replies.length]);
  if (replies.length === 0) return <p class="picker meta">{words.inbox.cannedNothing}</p>;
  return (
    <ul class="picker" role="listbox" id={id} aria-label={words.shell.canned} ref={list}>
      {replies.map((reply, index) => (
        <li
          key={reply.canned_reply_id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseMove={() => onPoint(index)}
          onMouseDown={(event) => {
            event.preventDefault(); // the focus stays in the text
            onChoose(reply);
          }}
        >
          <bdi class="picker-name cut">/{plainLine(reply.shortcut, 64)}</bdi>
          <bdi class="cut muted" dir="auto">
            {plainLine(reply.content)}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
