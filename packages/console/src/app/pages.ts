import type { IconName } from '../ui/icon';
import type { Words } from '../words/words';

export interface Page {
  href: string;
  name(words: Words): string;
  /** Pages with an icon stand in the rail; all of them in the palette. */
  icon?: IconName;
}

/** Where one can go, in the order of the rail. */
export const PAGES: readonly Page[] = [
  { href: '/console/inbox', name: ({ shell }) => shell.inbox, icon: 'inbox' },
  { href: '/console/people/canned', name: ({ shell }) => shell.canned, icon: 'replies' },
  { href: '/console/account/profile', name: ({ account }) => account.tabs.profile },
  { href: '/console/account/security', name: ({ account }) => account.tabs.security },
  { href: '/console/account/sessions', name: ({ account }) => account.tabs.sessions },
  { href: '/console/account/preferences', name: ({ account }) => account.tabs.preferences },
];
