import type { Note } from '@chat-relay/server/wire/conversations';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';
import { plainLine } from '../model/plain';
import { MessageText } from '../parts/message-text';
import type { Notes } from './use-notes';

/** A note, with the remark that the visitor never sees it. */
export function NoteCard({
  note,
  notes,
  isInThread = false,
}: {
  note: Note;
  notes: Notes;
  /** Whether the note is shown between the messages, and not in the visitor's panel. */
  isInThread?: boolean;
}) {
  const { words, format } = useLanguage();
  const { removeNote, privateNote } = words.inbox;
  const name = plainLine(note.operator_display_name, 60);
  return (
    <div class="note">
      <p class="meta bar">
        <Icon name="lock" size={12} />
        <span class="cut grow">
          <span class={isInThread ? undefined : 'hidden'}>{privateNote} · </span>
          <bdi>{name}</bdi>
        </span>
        <Time at={note.created_at} {...(isInThread && { form: 'time' as const })} />
        {notes.mayRemove(note) && (
          <Button
            kind="plain"
            icon="close"
            label={removeNote(name, format.moment(Date.parse(note.created_at)))}
            onClick={() => notes.remove(note)}
          />
        )}
      </p>
      <MessageText text={note.content} />
    </div>
  );
}
