import { useConsole } from '../state/console';

/** The single key of each action of the inbox that has one. */
export const KEYS = {
  next: 'j',
  previous: 'k',
  // The chosen row is a link: Enter is the browser's own. It is here for the list of keys.
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

/** How a key is shown and told to screen readers; undefined while a person has switched the keys off. */
export function useKeyName(): (action: keyof typeof KEYS) => string | undefined {
  const { preferences } = useConsole();
  const isOn = preferences.singleKeys.value;
  return (action) => (isOn ? KEYS[action].toUpperCase() : undefined);
}
