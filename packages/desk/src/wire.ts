import type { ListedConversation, Suggestion } from '@chat-relay/server/wire/conversations';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import type { Tenant } from '@chat-relay/server/wire/tenants';

/** A conversation as the desk knows it, from a list, a read or an update. */
export interface Row extends ListedConversation {
  /** The bot's suggestion. An update that leaves it out does not change it. */
  suggestion?: Suggestion | null;
}

/** The fields of a tenant that the inbox uses. */
export type InboxTenant = Pick<Tenant, 'tenant_id' | 'tenant_name' | 'workspace_id'> &
  Partial<Pick<Tenant, 'attachments' | 'bot'>>;

const TYPES: readonly string[] = [
  'conversation',
  'message',
  'typing',
  'draft',
  'draft_end',
  'note',
  'note_removed',
  'suggestion',
  'mention',
  'page',
  'attachment',
  'removed',
  'receipt',
  'presence',
  'transfer_returned',
  'changed',
] satisfies FeedUpdate['type'][];

/** Reads an update; null for a type that a newer relay may send. */
export function readUpdate(value: unknown): FeedUpdate | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  return TYPES.includes(String(value.type)) ? (value as FeedUpdate) : null; // the relay's own updates have this shape
}
