import { computed, type Signal } from '@preact/signals';
import { effect } from '../../browser/effect';
import type { Console } from '../../state/console';
import { isWhole, loadBaseLanguage, loadLanguage, type BaseLanguage } from '../../words/language';
import { loadCode } from './load-code';

/** Loads the chosen language when it changes; after sign-in with the words of all screens. */
export function followLanguage(
  language: Signal<BaseLanguage>,
  { preferences, session, connection }: Pick<Console, 'preferences' | 'session' | 'connection'>,
): void {
  const isSignedIn = computed(() => session.state.value.kind === 'signed-in');
  const isUp = computed(() => connection.link.value.kind === 'up');
  let changes = 0;
  effect(() => {
    const locale = preferences.locale.value;
    const load = isSignedIn.value ? loadLanguage : loadBaseLanguage;
    const known = language.peek();
    const change = ++changes;
    const isHere = known.locale === locale && (isWhole(known) || !isSignedIn.value);
    if (isHere || !isUp.value) return;
    loadCode<BaseLanguage>(() => load(locale)).then(
      (loaded) => {
        if (change === changes) language.value = loaded;
      },
      () => {}, // the current language stays until the relay responds again
    );
  });
}
