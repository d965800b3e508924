import type { PassageMatch } from '@chat-relay/server/wire/bots';

const TENANTS = '/console/tenants';

/** Where one changes what the bot found: the document, or the entry of the FAQ. */
export function sourceAddress(tenantId: string, { source, source_id }: PassageMatch): string {
  return source === 'faq'
    ? `${TENANTS}/${tenantId}/bot?entry=${source_id}`
    : `${TENANTS}/${tenantId}/knowledge?document=${source_id}`;
}

/** Where the question of a conversation becomes an entry of the FAQ. */
export function newEntryAddress(tenantId: string, conversationId: string): string {
  return `${TENANTS}/${tenantId}/bot?asked=${conversationId}`;
}

/** Where one sees what a lower minimum would change. */
export function minimumAddress(tenantId: string, minimum: number): string {
  return `${TENANTS}/${tenantId}/unanswered?minimum=${Math.floor(minimum * 100) / 100}`;
}
