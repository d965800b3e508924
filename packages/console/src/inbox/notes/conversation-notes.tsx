import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mentionsIn, type UnclearMention } from './mentions';
import type { Operator } from '@chat-relay/server/wire/operators';
import type { Row } from '@chat-relay/desk/wire';
import { useConsole } from '../../state/console';
import { Button } from '../../ui/button';
import { Form, useForm } from '../../ui/form';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { mayClaim } from '../model/roles';
import { MentionField } from './mention-field';
import { NoteCard } from './note-card';
import type { Notes } from './use-notes';

/** A note that has not been added yet. */
interface Draft {
  text: string;
  /** Mentioned colleagues, in the order in which they were chosen. */
  chosen: readonly Operator[];
}

/** Unsent notes by conversation, kept until the page closes. */
const unsent = new WeakMap<Inbox, Map<string, Draft>>();
const EMPTY: Draft = { text: '', chosen: [] };
const MAX_CHARS = 4_000;
/** The relay's limit for one note. */
const MOST_MENTIONED = 20;

export interface ConversationNotesProps {
  inbox: Inbox;
  row: Row;
  notes: Notes;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** The operators' notes. They have a field of their own, so that no key can send one to the visitor. */
export function ConversationNotes({ inbox, row, notes, area }: ConversationNotesProps) {
  const { conversation_id: id } = row;
  const { toasts } = useConsole();
  const { inbox: text } = useLanguage().words;
  const drafts = unsent.get(inbox) ?? new Map<string, Draft>();
  unsent.set(inbox, drafts);
  const [draft, setDraft] = useState(EMPTY);
  /** The text whose unclear `@` names the operator was asked about. */
  const [asked, setAsked] = useState<string | null>(null);
  const state = inbox.state.value;
  const colleagues = state.colleagues.filter((one) => one.tenant_ids.includes(row.tenant_id));
  const over = Array.from(draft.text).length - MAX_CHARS;
  const isAsked = asked !== null && asked === draft.text;
  const unclear = isAsked ? mentionsIn(draft.text, colleagues, draft.chosen).unclear : [];

  const change = (to: Draft): void => {
    drafts.set(id, to);
    setDraft(to);
  };
  useEffect(() => {
    setDraft(drafts.get(id) ?? EMPTY);
    form.forget();
  }, [id]);

  const save = async (isMeant: boolean): Promise<void> => {
    const content = draft.text.trim();
    if (content === '') return;
    const found = mentionsIn(draft.text, colleagues, draft.chosen);
    if (found.unclear.length > 0 && !isMeant) return setAsked(draft.text);
    await notes.write(content, found.operatorIds.slice(0, MOST_MENTIONED));
    change(EMPTY);
  };
  const form = useForm<'note'>({
    problems: { note: over > 0 ? text.tooLong(over) : undefined },
    send: () => save(false),
  });
  const asItIs = useForm<'note'>({ problems: {}, send: () => save(true) });
  const refuseFiles = (event: Event, given: DataTransfer | null): void => {
    // Spreadsheets copy a table as text and as a picture: the text is wanted.
    if (!given || given.files.length === 0 || given.types.includes('text/plain')) return;
    event.preventDefault();
    void toasts.show(text.noFilesInNotes);
  };
  const explain = ({ text: mention, isAmbiguous }: UnclearMention): string =>
    (isAmbiguous ? text.mentionsSeveral : text.mentionsNoOne)(mention);

  if (notes.all.length === 0 && !mayClaim(state, row)) return null;
  return (
    <section>
      <h3>{text.notes}</h3>
      {notes.all.length > 0 && (
        <ul class="notes">
          {notes.all.map((note) => (
            <li key={note.note_id}>
              <NoteCard note={note} notes={notes} />
            </li>
          ))}
        </ul>
      )}
      {mayClaim(state, row) && (
        <div
          onDrop={(event) => refuseFiles(event, event.dataTransfer)}
          onPaste={(event) => refuseFiles(event, event.clipboardData)}
          onKeyDown={(event) => {
            // A shortcut never adds a note with unclear `@` names; the button does.
            const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
            if (isSend && !event.isComposing && !isAsked) form.submit();
          }}
        >
          <Form form={isAsked ? asItIs : form}>
            <MentionField
              key={id}
              label={text.newNote}
              hint={text.notesHint}
              value={draft.text}
              problem={unclear.map(explain).join(' ') || form.problem('note')}
              colleagues={colleagues}
              areaRef={area}
              onChange={(value) => change({ ...(drafts.get(id) ?? EMPTY), text: value })}
              onMention={(one) => change({ ...draft, chosen: [...draft.chosen, one] })}
            />
            <Button type="submit" isBusy={form.isBusy || asItIs.isBusy}>
              {isAsked && unclear.length > 0 ? text.addNoteAsIs : text.addNote}
            </Button>
          </Form>
        </div>
      )}
    </section>
  );
}
