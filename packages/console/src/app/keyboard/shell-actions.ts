import { useLocation } from '../../state/location';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useAccount, useConsole, useWorkspace } from '../../state/console';
import type { Action } from '../../state/actions';
import type { Words } from '../../words/words';
import { pagesFor } from '../pages';

export interface Sheets {
  shown: 'palette' | 'keys' | null;
  open(sheet: 'palette' | 'keys'): void;
  close(): void;
}

const everywhere = (words: Words): string => words.shell.keysGlobal;

/** Registers the actions that every screen has, for the palette and the shortcuts. */
export function useShellActions(): Sheets {
  const { actions, preferences, session, toasts } = useConsole();
  const { route } = useLocation();
  const [shown, setShown] = useState<Sheets['shown']>(null);
  const account = useAccount();
  const workspace = useWorkspace();

  useLayoutEffect(() => {
    const pages = pagesFor(account, workspace).map(({ href, name }): Action => ({
      id: href,
      name: (words) => words.shell.goTo(name(words)),
      area: everywhere,
      run: () => route(href),
    }));
    const themes = (['system', 'light', 'dark'] as const).map((theme): Action => ({
      id: `theme-${theme}`,
      name: ({ shell }) => `${shell.theme} – ${shell.themes[theme]}`,
      area: everywhere,
      run: () => {
        preferences.theme.value = theme;
      },
    }));
    const languages = (['fr', 'en'] as const).map((locale): Action => ({
      id: `language-${locale}`,
      name: () => (locale === 'fr' ? 'Langue : français' : 'Language: English'),
      area: everywhere,
      run: () => {
        preferences.locale.value = locale;
      },
    }));
    return actions.register([
      ...pages,
      ...themes,
      ...languages,
      {
        id: 'keys',
        key: '?',
        name: (words) => words.shell.keys,
        area: everywhere,
        run: () => setShown('keys'),
      },
      {
        id: 'undo',
        key: 'z',
        name: (words) => words.inbox.undo,
        area: everywhere,
        run: toasts.act,
      },
      {
        id: 'sign-out',
        name: (words) => words.shell.signOut,
        area: everywhere,
        run: () => void session.logOut().catch(() => {}), // the banner says that the relay is unreachable
      },
    ]);
  }, [account.is_system, workspace?.role]);

  return { shown, open: setShown, close: () => setShown(null) };
}
