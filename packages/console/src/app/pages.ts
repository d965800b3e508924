import type { Account } from '@chat-relay/server/wire/accounts';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import type { IconName } from '../ui/icon';
import type { Words } from '../words/words';

export interface Page {
  href: string;
  name(words: Words): string;
  /** Pages with an icon stand in the rail; all of them in the palette. */
  icon?: IconName;
  /** The addresses of all its pages begin with it; `href` alone if it is left out. */
  area?: string;
  /**
   * Whom it is for: owners and admins of the workspace, or super-admins, and no one else may open it; or operators, for
   * whom it stands in for an admin's page. Everyone if it is left out.
   */
  isFor?: 'admins' | 'operators' | 'system';
}

/** Where one can go, in the order of the rail. */
const PAGES: readonly Page[] = [
  { href: '/console/inbox', name: ({ shell }) => shell.inbox, icon: 'inbox' },
  {
    href: '/console/tenants',
    name: ({ tenants }) => tenants.title,
    icon: 'site',
    isFor: 'admins',
  },
  {
    href: '/console/callbacks',
    name: ({ callbacks }) => callbacks.title,
    icon: 'callbacks',
    isFor: 'admins',
  },
  {
    href: '/console/reports',
    name: ({ reports }) => reports.title,
    icon: 'chart',
    isFor: 'admins',
  },
  {
    href: '/console/unanswered',
    name: ({ tenants }) => tenants.unanswered,
    icon: 'bot',
    isFor: 'operators',
  },
  { href: '/console/people/canned', name: ({ shell }) => shell.canned, icon: 'replies' },
  {
    href: '/console/people/members',
    area: '/console/people',
    name: ({ people }) => people.title,
    icon: 'people',
    isFor: 'admins',
  },
  {
    href: '/console/visitors',
    name: ({ audit }) => audit.visitors,
    icon: 'card',
    isFor: 'admins',
  },
  {
    href: '/console/audit',
    name: ({ audit }) => audit.title,
    icon: 'clock',
    isFor: 'admins',
  },
  {
    href: '/console/system/stats',
    area: '/console/system',
    name: ({ system }) => system.title,
    icon: 'shield',
    isFor: 'system',
  },
  { href: '/console/account/profile', name: ({ account }) => account.tabs.profile },
  { href: '/console/account/security', name: ({ account }) => account.tabs.security },
  { href: '/console/account/sessions', name: ({ account }) => account.tabs.sessions },
  { href: '/console/account/preferences', name: ({ account }) => account.tabs.preferences },
];

/** Those that are for this person in this workspace. */
export function pagesFor({ is_system }: Account, workspace: Membership | null): Page[] {
  const isOperator = workspace?.role === 'operator';
  const isAdmin = workspace !== null && !isOperator;
  const isOf = { admins: isAdmin, operators: isOperator, system: is_system };
  return PAGES.filter(({ isFor }) => !isFor || isOf[isFor]);
}

/** Whom the page at this address is for, if this person may not open it; null if it is open. */
export function closedTo(
  path: string,
  { is_system }: Account,
  workspace: Membership | null,
): 'admins' | 'system' | null {
  const isFor = pageAt(PAGES, path)?.isFor;
  if (isFor === 'admins') return workspace?.role === 'operator' ? isFor : null;
  return isFor === 'system' && !is_system ? isFor : null;
}

/** The page that this address belongs to: the one with the longest area that fits. */
export function pageAt(pages: readonly Page[], path: string): Page | undefined {
  const lengthOf = ({ href, area = href }: Page): number =>
    path === area || path.startsWith(`${area}/`) ? area.length : 0;
  const [best] = pages.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return best && lengthOf(best) > 0 ? best : undefined;
}
