import { useEffect, useState } from 'preact/hooks';
import type { Note } from '@chat-relay/server/wire/conversations';
import { useConsole, useWorkspace } from '../../state/console';
import { refusalText } from '../../ui/refusal-text';
import { useLanguage } from '../../words/language';
import type { Inbox } from '../model/inbox';
import { plainLine } from '../model/plain';

/** The notes of the open conversation, shared by the thread and the panel. */
export interface Notes {
  /** Oldest first. */
  all: readonly Note[];
  /** Throws as the API does. */
  write(content: string, operatorIds: readonly string[]): Promise<void>;
  mayRemove(note: Note): boolean;
  remove(note: Note): void;
}

const NONE: readonly Note[] = [];

export function useNotes(inbox: Inbox, id: string | null): Notes {
  const { announcer, toasts } = useConsole();
  const language = useLanguage();
  const { inbox: words } = language.words;
  const [{ of, notes }, set] = useState({ of: id, notes: NONE });
  const isAdmin = useWorkspace()?.role !== 'operator';
  const { link, me } = inbox.state.value;
  const isLive = link.kind === 'live';

  const change = (to: (known: readonly Note[]) => readonly Note[]): void =>
    set((now) => ({ of: id, notes: to(now.of === id ? now.notes : NONE) }));
  const add = (note: Note): void =>
    change((known) => [...known.filter((one) => one.note_id !== note.note_id), note]);
  const drop = (noteId: string): void =>
    change((known) => known.filter((one) => one.note_id !== noteId));

  // Fetches again after each gap of the feed.
  useEffect(() => {
    if (id === null) return undefined;
    let isStale = false;
    inbox.notes.notes(id).then(
      (found) => {
        if (!isStale) change(() => found);
      },
      () => {}, // the connection's banner says so
    );
    const stop = inbox.onUpdate((update) => {
      if (!('conversation_id' in update) || update.conversation_id !== id) return;
      if (update.type === 'note_removed') drop(update.note_id);
      if (update.type !== 'note') return;
      add(update.note);
      const { operator_id: writer, operator_display_name: name } = update.note;
      if (!inbox.state.peek().me.operatorIds.includes(writer)) {
        announcer.say(words.noteAdded(plainLine(name, 60)), `note ${id}`);
      }
    });
    return () => {
      isStale = true;
      stop();
    };
  }, [id, isLive]);

  return {
    all: of === id ? notes : NONE,
    write: async (content, operatorIds) => {
      if (id === null) return;
      add(await inbox.notes.writeNote(id, content, operatorIds));
      announcer.say(words.noteSaved);
    },
    mayRemove: (note) => isAdmin || me.operatorIds.includes(note.operator_id),
    remove: (note) => {
      if (id === null) return;
      inbox.notes.removeNote(id, note.note_id).then(
        () => {
          drop(note.note_id);
          void toasts.show(words.noteRemoved);
        },
        (error: unknown) => void toasts.show(refusalText(error, language)),
      );
    },
  };
}
