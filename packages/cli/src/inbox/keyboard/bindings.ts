import { holds } from '@chat-relay/desk/selectors';
import { EDITS } from '../state/draft';
import type { Key } from './keys';
import type { InboxState } from '../state/screen-state';
import { currentRow, offeredReplies } from '../state/selectors';

/** The actions that keys can start. */
export type Intent =
  | { type: 'move'; by: number }
  | { type: 'scroll'; by: number | 'page-up' | 'page-down' | 'top' | 'bottom' }
  | { type: 'overlay-move'; by: number }
  | { type: 'picker-move'; by: number }
  | { type: 'edit'; key: Key }
  | {
      type:
        | 'open'
        | 'close'
        | 'claim'
        | 'release'
        | 'resolve'
        | 'transfer'
        | 'write'
        | 'command'
        | 'send'
        | 'insert-reply'
        | 'dismiss-picker'
        | 'next'
        | 'next-in-need'
        | 'toggle-all'
        | 'toggle-presence'
        | 'help'
        | 'dismiss'
        | 'confirm'
        | 'redraw'
        | 'quit'
        | 'interrupt';
    };

/** Keys and their action. Bindings with a label are in the footer, all of them in the help. */
interface Binding {
  keys: readonly string[];
  intent: Intent;
  shown: string;
  label?: string;
  help: string;
}

const LAST = Number.MAX_SAFE_INTEGER;

const bind = (
  keys: string,
  intent: Intent,
  help: string,
  label?: string,
  shown = keys,
): Binding => ({
  keys: keys.split(' '),
  intent,
  help,
  shown,
  ...(label !== undefined && { label }),
});

const ACTIONS: readonly Binding[] = [
  bind('c', { type: 'claim' }, 'take the conversation', 'take'),
  bind('r', { type: 'release' }, 'give it back to the queue', 'give back'),
  bind('x R', { type: 'resolve' }, 'mark it resolved', 'resolve', 'x'),
  bind('t', { type: 'transfer' }, 'hand it to a colleague', 'hand over'),
  bind('n', { type: 'next-in-need' }, 'the next conversation that needs an answer', 'next'),
];
const EVERYWHERE: readonly Binding[] = [
  bind('p', { type: 'toggle-presence' }, 'away, and back online'),
  bind('?', { type: 'help' }, 'this help', 'help'),
  bind('q', { type: 'quit' }, 'quit', 'quit'),
];
const ALWAYS: readonly Binding[] = [
  bind('ctrl-l', { type: 'redraw' }, 'redraw the screen', undefined, '^L'),
  bind('ctrl-c', { type: 'interrupt' }, 'leave at once', undefined, '^C'),
];

const LIST: readonly Binding[] = [
  bind('enter', { type: 'open' }, 'open the conversation', 'open', 'Enter'),
  ...ACTIONS,
  bind('up k', { type: 'move', by: -1 }, 'previous', undefined, '↑ k'),
  bind('down j', { type: 'move', by: 1 }, 'next', undefined, '↓ j'),
  bind('pageup', { type: 'move', by: -10 }, 'ten up', undefined, 'PgUp'),
  bind('pagedown', { type: 'move', by: 10 }, 'ten down', undefined, 'PgDn'),
  bind('home g', { type: 'move', by: -LAST }, 'first', undefined, 'Home g'),
  bind('end G', { type: 'move', by: LAST }, 'last', undefined, 'End G'),
  bind(
    'a',
    { type: 'toggle-all' },
    'show conversations with the bot and resolved ones, too',
    'all',
  ),
  ...EVERYWHERE,
  ...ALWAYS,
];

const SCROLLING: readonly Binding[] = [
  bind('pageup', { type: 'scroll', by: 'page-up' }, 'earlier messages', undefined, 'PgUp'),
  bind('pagedown', { type: 'scroll', by: 'page-down' }, 'later messages', undefined, 'PgDn'),
];

const READING: readonly Binding[] = [
  bind('i enter', { type: 'write' }, 'write an answer', 'write', 'i'),
  ...ACTIONS,
  bind('tab', { type: 'next' }, 'your next conversation', undefined, 'Tab'),
  bind('escape', { type: 'close' }, 'back to the list', 'list', 'Esc'),
  bind('up k', { type: 'scroll', by: 1 }, 'one line up', undefined, '↑ k'),
  bind('down j', { type: 'scroll', by: -1 }, 'one line down', undefined, '↓ j'),
  bind('home g', { type: 'scroll', by: 'top' }, 'the beginning', undefined, 'Home g'),
  bind('end G', { type: 'scroll', by: 'bottom' }, 'the end', undefined, 'End G'),
  ...SCROLLING,
  ...EVERYWHERE,
  ...ALWAYS,
];

const WRITING: readonly Binding[] = [
  bind('enter', { type: 'send' }, 'send', 'send', 'Enter'),
  bind(
    'newline',
    { type: 'edit', key: { name: 'newline', text: '\n' } },
    'a new line',
    'new line',
    'Alt-Enter',
  ),
  bind('escape', { type: 'command' }, 'stop writing; the draft stays', 'commands', 'Esc'),
  // There is no key for it: `/` is written into the input, and the picker opens.
  bind('', { type: 'write' }, 'a canned reply', 'canned reply', '/'),
  bind('tab', { type: 'next' }, 'your next conversation', 'next of yours', 'Tab'),
  bind('up', { type: 'scroll', by: 1 }, 'one line up', undefined, '↑'),
  bind('down', { type: 'scroll', by: -1 }, 'one line down', undefined, '↓'),
  ...SCROLLING,
  ...ALWAYS,
];

const PICKING: readonly Binding[] = [
  bind('enter tab', { type: 'insert-reply' }, 'put the reply in', 'put in', 'Enter'),
  bind('up', { type: 'picker-move', by: -1 }, 'previous', 'choose', '↑ ↓'),
  bind('down', { type: 'picker-move', by: 1 }, 'next'),
  bind('escape', { type: 'dismiss-picker' }, 'no canned reply', 'no reply', 'Esc'),
  ...ALWAYS,
];

const HELP: readonly Binding[] = [
  bind('escape', { type: 'dismiss' }, 'close', 'close', 'any key'),
  ...ALWAYS,
];
const QUESTION: readonly Binding[] = [
  bind('y Y', { type: 'confirm' }, 'yes', 'yes', 'y'),
  bind('n N escape q', { type: 'dismiss' }, 'no', 'no', 'n'),
  ...ALWAYS,
];
const TRANSFER: readonly Binding[] = [
  bind('enter', { type: 'confirm' }, 'hand over', 'hand over', 'Enter'),
  bind('up k', { type: 'overlay-move', by: -1 }, 'previous', 'choose', '↑ ↓'),
  bind('down j', { type: 'overlay-move', by: 1 }, 'next'),
  bind('escape q', { type: 'dismiss' }, 'cancel', 'cancel', 'Esc'),
  ...ALWAYS,
];

function bindingsOf(state: InboxState): readonly Binding[] {
  const { overlay, open, isWriting } = state;
  if (overlay?.kind === 'help') return HELP;
  if (overlay?.kind === 'question') return QUESTION;
  if (overlay?.kind === 'transfer') return TRANSFER;
  if (!open) return LIST;
  if (offeredReplies(state)) return PICKING;
  return isWriting ? WRITING : READING;
}

/** Returns the action of a key in the current state; null if it has none. */
export function intentOf(state: InboxState, key: Key): Intent | null {
  const bound = bindingsOf(state).find(({ keys }) => keys.includes(key.name));
  if (bound) return bound.intent;
  if (state.overlay?.kind === 'help') return { type: 'dismiss' };
  if (state.overlay || !state.open || !state.isWriting) return null;
  return key.text !== undefined || key.name in EDITS ? { type: 'edit', key } : null;
}

const NEEDS_HOLDING: readonly Intent['type'][] = ['release', 'resolve', 'transfer', 'write'];

/** Lists the keys that have an action now, for the footer. */
export function footerKeys(state: InboxState): { shown: string; label: string }[] {
  const row = currentRow(state);
  const isHeld = holds(state, row);
  const makesSense = ({ intent }: Binding): boolean => {
    if (intent.type === 'claim') return row !== null && row.status !== 'ASSIGNED';
    if (intent.type === 'open') return row !== null;
    return !NEEDS_HOLDING.includes(intent.type) || isHeld;
  };
  return bindingsOf(state)
    .filter(makesSense)
    .flatMap(({ shown, label }) => (label === undefined ? [] : [{ shown, label }]));
}

/** Lists all keys of the list, or of a conversation, for the help. */
export function helpKeys(state: InboxState): { shown: string; help: string }[] {
  const bindings = state.open ? READING : LIST;
  return bindings.map(({ shown, help }) => ({ shown, help }));
}
