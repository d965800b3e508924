import type { Audit } from '../../../audit/log';
import type { InboxScope } from '../../../operators/inbox-scope';
import type { Clock } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import type { Database } from '../../../platform/storage/database';
import type { Indexing } from '../../../search/indexing';
import type { TenantDirectory } from '../../../tenants/directory';
import { requireWritable } from '../../../tenants/tenant';
import type { Caller, ConsolePrincipal } from '../../../workspaces/principal';
import { isAtLeast } from '../../../workspaces/roles';
import type { ConversationStore, StoredConversation } from '../../journal/store';
import type { Hub } from '../../live/hub';
import { announceRemoval } from '../../live/removal-notices';
import type { Message } from '../../rules/state';
import { removeFromSight } from './remove-from-sight';
import type { RemoveMessageBody } from './schemas';

/**
 * Deletes the text and files of a message for everyone who can read the conversation. The message keeps its place,
 * marked as removed. Repeating the call changes nothing.
 * @throws {AppError} not_found, insufficient_role for an operator, state_conflict for one of the relay's own lines and
 * in an erased conversation
 */
export type RemoveMessage = (caller: Caller, body: RemoveMessageBody) => Promise<Message>;

export interface RemovalOptions {
  database: Database;
  clock: Clock;
  audit: Audit;
  hub: Pick<Hub, 'publish'>;
  store: Pick<ConversationStore, 'find'>;
  directory: Pick<TenantDirectory, 'find'>;
  indexing: Pick<Indexing, 'note'>;
  scopeOf(principal: ConsolePrincipal): Promise<InboxScope>;
  /** @throws {AppError} not_found */
  find(principal: ConsolePrincipal, conversationId: string): Promise<StoredConversation>;
}

export function createMessageRemoval(options: RemovalOptions): RemoveMessage {
  const { database, clock, audit, hub, store, indexing } = options;

  return async (caller, { conversation_id: conversationId, message_id: messageId }) => {
    const { session } = await options.find(caller, conversationId);
    const { tenantId, sessionId } = session;
    const { role, workspaceId } = (await options.scopeOf(caller)).tenant(tenantId);
    if (!isAtLeast(role, 'admin')) throw new AppError('insufficient_role');
    const tenant = await options.directory.find(tenantId);
    if (!tenant) throw new AppError('not_found');
    requireWritable(tenant);

    const removal = await database.transaction(async (tx) => {
      const place = { tenantId, sessionId, conversationId, messageId };
      const removed = await removeFromSight(tx, place, clock());
      if (!removed.isNew) return removed;
      await audit.record(tx, {
        workspaceId,
        action: 'message.removed',
        actor: caller,
        ip: caller.ip,
        subject: messageId,
        details: { tenant_id: tenantId, conversation_id: conversationId },
      });
      return removed;
    });
    if (!removal.isNew) return removal.message;
    database.forgetDeleted();
    // The transaction has read one batch of messages again; a long conversation has more.
    indexing.note(session);
    const { seq } = removal.message;
    const changed = await store.find([tenantId], conversationId);
    if (changed) announceRemoval(hub.publish, changed, { messageId, seq });
    if (removal.hadSuggestion) {
      hub.publish({ kind: 'suggestion', tenantId, sessionId, conversationId, suggestion: null });
    }
    return removal.message;
  };
}
