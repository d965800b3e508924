import { useConsole } from '../state/console';

/** The single-key shortcuts of the inbox's actions. */
export const KEYS = {
  next: 'j',
  previous: 'k',
  // Listed only for the sheet of shortcuts: the chosen row is a link, which Enter opens.
  open: 'Enter',
  nextInNeed: 'g',
  claim: 'c',
  reply: 'r',
  transfer: 'a',
  resolve: 'e',
  unread: 'u',
  snooze: 's',
  wake: 'w',
  note: 'n',
  tag: 't',
  choose: 'x',
  search: '/',
} as const;

/** Returns the shortcut of an action, for display and for screen readers; undefined while shortcuts are off. */
export function useKeyName(): (action: keyof typeof KEYS) => string | undefined {
  const { preferences } = useConsole();
  const isOn = preferences.singleKeys.value;
  return (action) => (isOn ? KEYS[action].toUpperCase() : undefined);
}
