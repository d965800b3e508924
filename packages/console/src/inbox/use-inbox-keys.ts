import { useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from '../state/console';
import type { Words } from '../words/words';

/** What the keys of the inbox do, each also by its name in the palette. */
export interface InboxCommands {
  next(): void;
  previous(): void;
  open(): void;
  nextInNeed(): void;
  claim(): void;
  reply(): void;
  transfer(): void;
  resolve(): void;
  release(): void;
  unread(): void;
  snooze(): void;
  note(): void;
  tag(): void;
  choose(): void;
  search(): void;
  notifications(): void;
  widen(): void;
  narrow(): void;
}

const KEYS: { name: keyof InboxCommands; key?: string; label(words: Words): string }[] = [
  { name: 'next', key: 'j', label: ({ inbox }) => inbox.next },
  { name: 'previous', key: 'k', label: ({ inbox }) => inbox.previous },
  // The chosen row is a link: Enter is the browser's own. It is here for the list of keys.
  { name: 'open', key: 'Enter', label: ({ inbox }) => inbox.openChosen },
  { name: 'nextInNeed', key: 'g', label: ({ inbox }) => inbox.nextInNeed },
  { name: 'claim', key: 'c', label: ({ inbox }) => inbox.claim },
  { name: 'reply', key: 'r', label: ({ inbox }) => inbox.reply },
  { name: 'transfer', key: 'a', label: ({ inbox }) => inbox.transfer },
  { name: 'resolve', key: 'e', label: ({ inbox }) => inbox.resolve },
  { name: 'release', label: ({ inbox }) => inbox.release },
  { name: 'unread', key: 'u', label: ({ inbox }) => inbox.markUnread },
  { name: 'snooze', key: 's', label: ({ inbox }) => inbox.snooze },
  { name: 'note', key: 'n', label: ({ inbox }) => inbox.newNote },
  { name: 'tag', key: 't', label: ({ inbox }) => inbox.newTag },
  { name: 'choose', key: 'x', label: ({ inbox }) => inbox.chooseOne },
  { name: 'search', key: '/', label: ({ inbox }) => inbox.search },
  { name: 'notifications', label: ({ inbox }) => inbox.notifications },
  { name: 'widen', label: ({ inbox }) => inbox.widen },
  { name: 'narrow', label: ({ inbox }) => inbox.narrow },
];

export function useInboxKeys(commands: InboxCommands): void {
  const { actions } = useConsole();
  const latest = useRef(commands);
  latest.current = commands;
  useLayoutEffect(
    () =>
      actions.register(
        KEYS.map(({ name, key, label }) => ({
          id: `inbox-${name}`,
          name: label,
          area: ({ inbox }) => inbox.title,
          run: () => latest.current[name](),
          ...(key !== undefined && { key }),
        })),
      ),
    [],
  );
}
