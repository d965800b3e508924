import { useEffect, useState } from 'preact/hooks';
import type { Note, Row } from '../../desk/wire';
import { useConsole, useWorkspace } from '../../state/console';
import { Button } from '../../ui/button';
import { TextArea } from '../../ui/field';
import { Form, useForm } from '../../ui/form';
import { refusalText } from '../../ui/refusal-text';
import { Time } from '../../ui/time';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { mayClaim } from '../model/roles';
import { MessageText } from '../thread/message-text';

/** Notes that are written and not added yet, while the page lives. */
const unsent = new WeakMap<Inbox, Map<string, string>>();
const MAX_CHARS = 4_000;

/** What operators write to each other. It has its own field, so that no key can send it to the visitor. */
export function ConversationNotes({ inbox, row }: { inbox: Inbox; row: Row }) {
  const { conversation_id: id } = row;
  const { toasts } = useConsole();
  const language = useLanguage();
  const { inbox: text } = language.words;
  const drafts = unsent.get(inbox) ?? new Map<string, string>();
  unsent.set(inbox, drafts);
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const [draft, setDraft] = useState('');
  const state = inbox.state.value;
  const isAdmin = useWorkspace()?.role !== 'operator';
  const isLive = state.link.kind === 'live';
  const isTooLong = Array.from(draft).length > MAX_CHARS;

  const change = (value: string): void => {
    drafts.set(id, value);
    setDraft(value);
  };
  const add = (note: Note): void =>
    setNotes((known) => [...known.filter((one) => one.note_id !== note.note_id), note]);
  const drop = (noteId: string): void =>
    setNotes((known) => known.filter((one) => one.note_id !== noteId));

  useEffect(() => {
    setNotes([]);
    setDraft(drafts.get(id) ?? '');
    form.forget();
  }, [id]);
  // Again after each gap of the feed.
  useEffect(() => {
    let isStale = false;
    inbox.notes.notes(id).then(
      (found) => {
        if (!isStale) setNotes(found);
      },
      () => {}, // the connection's banner says so
    );
    const stop = inbox.onUpdate((update) => {
      if (!('conversation_id' in update) || update.conversation_id !== id) return;
      if (update.type === 'note') add(update.note);
      if (update.type === 'note_removed') drop(update.note_id);
    });
    return () => {
      isStale = true;
      stop();
    };
  }, [id, isLive]);

  const form = useForm<'note'>({
    problems: {
      note: isTooLong ? text.tooLong(Array.from(draft).length - MAX_CHARS) : undefined,
    },
    send: async () => {
      if (draft.trim() === '') return;
      add(await inbox.notes.writeNote(id, draft.trim()));
      change('');
    },
  });
  const refuseFiles = (event: Event, given: DataTransfer | null): void => {
    // A table is copied as text and as a picture of it.
    if (!given || given.files.length === 0 || given.types.includes('text/plain')) return;
    event.preventDefault();
    void toasts.show(text.noFilesInNotes);
  };
  const remove = (note: Note): void => {
    inbox.notes.removeNote(id, note.note_id).then(
      () => {
        drop(note.note_id);
        void toasts.show(text.noteRemoved);
      },
      (error: unknown) => void toasts.show(refusalText(error, language)),
    );
  };

  return (
    <section>
      <h3>{text.notes}</h3>
      {notes.length > 0 && (
        <ul class="notes">
          {notes.map((note) => (
            <li key={note.note_id}>
              <p class="meta bar">
                <bdi class="cut grow">{note.operator_display_name}</bdi>
                <Time at={note.created_at} />
                {(isAdmin || state.me.operatorIds.includes(note.operator_id)) && (
                  <Button
                    kind="plain"
                    icon="close"
                    label={text.removeNote(
                      note.operator_display_name,
                      language.format.moment(Date.parse(note.created_at)),
                    )}
                    onClick={() => remove(note)}
                  />
                )}
              </p>
              <MessageText text={note.content} />
            </li>
          ))}
        </ul>
      )}
      {mayClaim(state, row) && (
        <div
          onDrop={(event) => refuseFiles(event, event.dataTransfer)}
          onPaste={(event) => refuseFiles(event, event.clipboardData)}
        >
          <Form form={form}>
            <TextArea
              label={text.newNote}
              hint={text.notesHint}
              rows={2}
              value={draft}
              problem={form.problem('note')}
              onChange={change}
            />
            <Button type="submit" isBusy={form.isBusy}>
              {text.addNote}
            </Button>
          </Form>
        </div>
      )}
    </section>
  );
}
