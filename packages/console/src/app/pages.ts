import type { Account } from '@chat-relay/server/wire/accounts';
import type { Membership } from '@chat-relay/server/wire/workspaces';
import type { IconName } from '../ui/icon';
import type { Words } from '../words/words';

export interface Page {
  href: string;
  name(words: Words): string;
  /** Pages with an icon are in the rail; the palette has all pages. */
  icon?: IconName;
  /** Path with which all addresses of this area begin; `href` alone if it is left out. */
  area?: string;
  /**
   * Role that sees the page: owners and admins of the workspace, operators, or super-admins; everyone if left out.
   * The pages of admins and of super-admins are closed to all others.
   */
  isFor?: 'admins' | 'operators' | 'system';
}

/** The pages of the rail and the palette, in their order. */
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

/** The pages that this person may open in this workspace. */
export function pagesFor({ is_system }: Account, workspace: Membership | null): Page[] {
  const isOperator = workspace?.role === 'operator';
  const isAdmin = workspace !== null && !isOperator;
  const isOf = { admins: isAdmin, operators: isOperator, system: is_system };
  return PAGES.filter(({ isFor }) => !isFor || isOf[isFor]);
}

/** The role that the page at this address requires, if this person does not have it; null if the page is open. */
export function closedTo(
  path: string,
  { is_system }: Account,
  workspace: Membership | null,
): 'admins' | 'system' | null {
  const isFor = pageAt(PAGES, path)?.isFor;
  if (isFor === 'admins') return workspace?.role === 'operator' ? isFor : null;
  return isFor === 'system' && !is_system ? isFor : null;
}

/** The page to which an address belongs: the one with the longest matching area. */
export function pageAt(pages: readonly Page[], path: string): Page | undefined {
  const lengthOf = ({ href, area = href }: Page): number =>
    path === area || path.startsWith(`${area}/`) ? area.length : 0;
  const [best] = pages.toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return best && lengthOf(best) > 0 ? best : undefined;
}
