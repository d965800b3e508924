import { useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from '../state/console';
import type { Words } from '../words/words';
import { KEYS } from './keys';

/** The inbox's commands. Each has a shortcut and a name in the palette. */
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
  wake(): void;
  note(): void;
  tag(): void;
  choose(): void;
  search(): void;
  notifications(): void;
  widen(): void;
  narrow(): void;
}

const LABELS: Record<keyof InboxCommands, (words: Words) => string> = {
  next: ({ inbox }) => inbox.next,
  previous: ({ inbox }) => inbox.previous,
  open: ({ inbox }) => inbox.openChosen,
  nextInNeed: ({ inbox }) => inbox.nextInNeed,
  claim: ({ inbox }) => inbox.claim,
  reply: ({ inbox }) => inbox.reply,
  transfer: ({ inbox }) => inbox.transfer,
  resolve: ({ inbox }) => inbox.resolve,
  release: ({ inbox }) => inbox.release,
  unread: ({ inbox }) => inbox.markUnread,
  snooze: ({ inbox }) => inbox.snooze,
  wake: ({ inbox }) => inbox.wake,
  note: ({ inbox }) => inbox.newNote,
  tag: ({ inbox }) => inbox.newTag,
  choose: ({ inbox }) => inbox.chooseOne,
  search: ({ inbox }) => inbox.search,
  notifications: ({ inbox }) => inbox.notifications,
  widen: ({ inbox }) => inbox.widen,
  narrow: ({ inbox }) => inbox.narrow,
};
const NAMES = Object.keys(LABELS) as (keyof InboxCommands)[]; // LABELS has no other keys

const keyOf = (name: keyof InboxCommands): { key?: string } =>
  Object.hasOwn(KEYS, name) ? { key: KEYS[name as keyof typeof KEYS] } : {};

export function useInboxKeys(commands: InboxCommands): void {
  const { actions } = useConsole();
  const latest = useRef(commands);
  latest.current = commands;
  useLayoutEffect(
    () =>
      actions.register(
        NAMES.map((name) => ({
          id: `inbox-${name}`,
          name: LABELS[name],
          area: ({ inbox }) => inbox.title,
          run: () => latest.current[name](),
          ...keyOf(name),
        })),
      ),
    [],
  );
}
