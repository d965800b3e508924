import { isActive, isMine } from '@chat-relay/desk/rows';
import type { Row, InboxTenant } from '@chat-relay/desk/wire';
import { hasTag } from './tags';

export const VIEWS = ['open', 'mine', 'waiting', 'snoozed', 'bot', 'resolved', 'all'] as const;
export type View = (typeof VIEWS)[number];

/** The filter of the list. It is part of the address, so it can be bookmarked. */
export interface Filter {
  view: View;
  tenantId: string;
  /** Only conversations with this tag; empty for all. */
  tag: string;
  query: string;
}

const STATUS_OF = { waiting: 'WAITING', bot: 'BOT', resolved: 'RESOLVED' } as const;

export function readFilter(query: Readonly<Record<string, string>>): Filter {
  const { status, assigned, tenant = '', tag = '', q = '' } = query;
  const byStatus = VIEWS.find((view) => view === status?.toLowerCase());
  const view = assigned === 'me' ? 'mine' : (byStatus ?? 'open');
  return { view, tenantId: tenant, tag, query: q };
}

/** The address of a conversation (or of none) in the list with this filter. */
export function inboxAddress(filter: Filter, conversationId: string | null): string {
  const query = new URLSearchParams();
  if (filter.tenantId !== '') query.set('tenant', filter.tenantId);
  if (filter.view === 'mine') query.set('assigned', 'me');
  else if (filter.view !== 'open') query.set('status', filter.view);
  if (filter.tag !== '') query.set('tag', filter.tag);
  if (filter.query !== '') query.set('q', filter.query);
  const search = query.toString();
  const path = conversationId === null ? '' : `/${encodeURIComponent(conversationId)}`;
  return `/console/inbox${path}${search && `?${search}`}`;
}

/**
 * The query for conversations that are not active, since all active ones are already loaded; null if none are needed. A
 * search ignores the view: people rarely know in which one a conversation is.
 */
export function fetchQuery({ view, tenantId, tag, query }: Filter): Record<string, string> | null {
  const scope = { ...(tenantId !== '' && { tenant_id: tenantId }), ...(tag !== '' && { tag }) };
  if (query !== '') return { ...scope, q: query };
  if (view === 'open' || view === 'mine' || view === 'waiting') return null;
  return {
    ...(view in STATUS_OF && { status: STATUS_OF[view as keyof typeof STATUS_OF] }),
    ...(view === 'snoozed' && { snoozed: 'true' }),
    ...scope,
  };
}

/** Whether the row's tenant is in this workspace. A tenant that is not loaded yet may be. */
export function isInWorkspace(
  row: Row,
  tenants: Readonly<Record<string, InboxTenant>>,
  workspaceId: string,
): boolean {
  const tenant = tenants[row.tenant_id];
  return !tenant || tenant.workspace_id === workspaceId;
}

/** Whether a row belongs in the list. The relay has already applied the search, which covers all views. */
export function fits(row: Row, filter: Filter, operatorIds: readonly string[]): boolean {
  if (filter.tenantId !== '' && row.tenant_id !== filter.tenantId) return false;
  if (filter.tag !== '' && !hasTag(row.tags, filter.tag)) return false;
  if (filter.query !== '') return true;
  const isSnoozed = Boolean(row.snoozed_until);
  // A snoozed conversation is in its own view alone.
  if (isSnoozed && filter.view !== 'snoozed') return false;
  switch (filter.view) {
    case 'open':
      return isActive(row);
    case 'mine':
      return row.status === 'ASSIGNED' && isMine(row, operatorIds);
    case 'snoozed':
      return isSnoozed;
    case 'all':
      return true;
    default:
      return row.status === STATUS_OF[filter.view];
  }
}
