import type { PassageMatch } from '@chat-relay/server/wire/bots';

const TENANTS = '/console/tenants';

/** Address of the page that edits a match: the knowledge document, or the FAQ entry. */
export function sourceAddress(tenantId: string, { source, source_id }: PassageMatch): string {
  return source === 'faq'
    ? `${TENANTS}/${tenantId}/bot?entry=${source_id}`
    : `${TENANTS}/${tenantId}/knowledge?document=${source_id}`;
}

/** Address of the page that makes a conversation's question a new FAQ entry. */
export function newEntryAddress(tenantId: string, conversationId: string): string {
  return `${TENANTS}/${tenantId}/bot?asked=${conversationId}`;
}

/** Address of the page that shows what another minimum would change. */
export function minimumAddress(tenantId: string, minimum: number): string {
  return `${TENANTS}/${tenantId}/unanswered?minimum=${Math.floor(minimum * 100) / 100}`;
}
