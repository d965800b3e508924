import { signal, type Signal } from '@preact/signals';
import { effect } from '../browser/effect';
import { browserStorage } from '../browser/storage';
import { LOCALES, preferredLocale, type Locale } from '../words/language';

/** A person's settings for this browser. */
export interface Preferences {
  readonly locale: Signal<Locale>;
  readonly theme: Signal<'system' | 'light' | 'dark'>;
  readonly density: Signal<'comfortable' | 'compact'>;
  /** Whether shortcuts without Ctrl are on. */
  readonly singleKeys: Signal<boolean>;
  /** Whether Enter sends and Shift+Enter breaks the line, or the other way round. */
  readonly enterSends: Signal<boolean>;
  /** Width of the list of conversations in CSS pixels; empty for the default. */
  readonly listWidth: Signal<string>;
  readonly sound: Signal<boolean>;
  readonly notifications: Signal<boolean>;
  /** The workspace that was open last. */
  readonly workspaceId: Signal<string>;
}

const PREFIX = 'relay-console.';

export function createPreferences(): Preferences {
  const oneOf = <Value extends string>(
    name: string,
    known: readonly Value[],
    usual: Value,
  ): Signal<Value> => {
    const stored = readStored(name);
    return kept(name, signal(known.find((value) => value === stored) ?? usual));
  };
  const yesNo = (name: string, usual: boolean): Signal<boolean> => {
    const stored = readStored(name);
    return kept(name, signal(stored === null ? usual : stored === 'true'));
  };
  const preferences: Preferences = {
    locale: oneOf('locale', LOCALES, preferredLocale(navigator.languages)),
    theme: oneOf('theme', ['system', 'light', 'dark'], 'system'),
    density: oneOf('density', ['comfortable', 'compact'], 'comfortable'),
    singleKeys: yesNo('single-keys', true),
    enterSends: yesNo('enter-sends', true),
    listWidth: kept('list-width', signal(storedWidth())),
    sound: yesNo('sound', true),
    notifications: yesNo('notifications', false),
    workspaceId: kept('workspace', signal(readStored('workspace') ?? '')),
  };
  effect(() => {
    document.documentElement.dataset['theme'] = preferences.theme.value;
  });
  effect(() => {
    document.documentElement.dataset['density'] = preferences.density.value;
  });
  return preferences;
}

/** Stores each change of the signal. */
function kept<Value extends string | boolean>(name: string, value: Signal<Value>): Signal<Value> {
  const first = value.peek();
  let last: Value = first;
  effect(() => {
    if (value.value === last) return;
    last = value.value;
    browserStorage.write(PREFIX + name, String(last));
  });
  return value;
}

function storedWidth(): string {
  const stored = readStored('list-width') ?? '';
  return /^\d{1,4}$/.test(stored) ? stored : '';
}

const readStored = (name: string): string | null => browserStorage.read(PREFIX + name);
