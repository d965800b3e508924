import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useConsole } from '../state/console';
import { usePage } from '../state/use-page';
import { Menu } from '../ui/menu';
import { useBaseLanguage } from '../words/language';
import { ConnectionBanner } from '../state/connection-banner';

export interface EntranceProps {
  title: string;
  lead?: ComponentChildren;
  children: ComponentChildren;
  /** Links below the form, such as to another way to sign in. */
  foot?: ComponentChildren;
}

/** The frame of every screen before sign-in. */
export function Entrance({ title, lead, children, foot }: EntranceProps) {
  const { words } = useBaseLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirst = useRef(true);
  usePage(title);
  // The next step on the same screen starts at its heading, unless a field has taken the focus.
  useLayoutEffect(() => {
    if (!isFirst.current && !document.activeElement?.matches('input')) heading.current?.focus();
    isFirst.current = false;
  }, [title]);
  return (
    <div class="entrance">
      <header class="entrance-head">
        <a class="brand" href="/console/">
          <svg class="brand-mark" width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
            <path
              fill="currentColor"
              d="M5 4h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H15l-7 6v-6H5a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z"
            />
          </svg>
          {words.common.productName}
        </a>
        <LanguageMenu />
      </header>
      <main id="main" tabIndex={-1}>
        <div class="entrance-card">
          <ConnectionBanner />
          <header>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead !== undefined && <p class="muted">{lead}</p>}
          </header>
          {children}
          {foot !== undefined && <p class="entrance-foot">{foot}</p>}
        </div>
      </main>
    </div>
  );
}

function LanguageMenu() {
  const { preferences } = useConsole();
  const { words, locale } = useBaseLanguage();
  const entries = [
    { locale: 'fr', label: 'Français' },
    { locale: 'en', label: 'English' },
  ] as const;
  return (
    <Menu
      label={`${words.shell.language} – ${locale.toUpperCase()}`}
      buttonClass="button plain"
      entries={entries.map((entry) => ({
        label: entry.label,
        isChosen: entry.locale === locale,
        run: () => {
          preferences.locale.value = entry.locale;
        },
      }))}
    >
      {locale.toUpperCase()}
    </Menu>
  );
}
