import type { EscalationReason } from '@chat-relay/receiver-sdk';
import { uploaders } from '../attachments/attachment';
import type { Command } from '../conversations/rules/commands';
import type { Hub } from '../conversations/live/hub';
import type { Journal } from '../conversations/journal/journal';
import type { Committed } from '../conversations/journal/submission';
import type { ConversationStore, StoredConversation } from '../conversations/journal/store';
import type { SurroundingsOf } from '../conversations/journal/surroundings';
import { AppError } from '../platform/errors';
import type { Tenant } from '../tenants/tenant';

export interface TenantBackendOptions {
  journal: Pick<Journal, 'submit'>;
  store: Pick<ConversationStore, 'find'>;
  hub: Pick<Hub, 'publish'>;
  surroundingsOf: SurroundingsOf;
}

export interface BotMessage {
  clientMsgId: string;
  content: string;
  /** The bot's epoch; null for the current one. */
  ownerEpoch: number | null;
  /** The id of the drafts that have shown this message. */
  streamId?: string;
  uploadIds?: readonly string[] | undefined;
}

/**
 * A tenant's backend acts on its conversations, always as the bot and behind the fence: while a person owns the
 * conversation, or after its owner has changed, nothing is sent and `not_owner` is thrown.
 */
export interface TenantBackend {
  /** @throws {AppError} not_found for an unknown conversation, and for one of another tenant */
  find(tenant: Tenant, conversationId: string): Promise<StoredConversation>;
  send(tenant: Tenant, conversationId: string, message: BotMessage): Promise<Committed>;
  /** Shows or hides that the bot is typing. `ownerEpoch` is checked as for a message. */
  type(
    tenant: Tenant,
    conversationId: string,
    state: 'start' | 'stop',
    ownerEpoch?: number | null,
  ): Promise<void>;
  escalate(
    tenant: Tenant,
    conversationId: string,
    reason: EscalationReason,
    ownerEpoch?: number | null,
  ): Promise<StoredConversation>;
  resolve(
    tenant: Tenant,
    conversationId: string,
    ownerEpoch?: number | null,
  ): Promise<StoredConversation>;
}

export function createTenantBackend(options: TenantBackendOptions): TenantBackend {
  const { journal, store, hub } = options;

  const find = async (tenant: Tenant, conversationId: string): Promise<StoredConversation> => {
    const found = await store.find([tenant.tenantId], conversationId);
    if (!found) throw new AppError('not_found');
    return found;
  };

  const submit = async (
    tenant: Tenant,
    conversationId: string,
    command: Command,
  ): Promise<Committed> => {
    const { session } = await find(tenant, conversationId);
    const surroundings = await options.surroundingsOf(tenant, session.locale);
    return journal.submit({ session, command, surroundings });
  };

  const change = async (
    tenant: Tenant,
    conversationId: string,
    command: Command,
  ): Promise<StoredConversation> => {
    const { session, state } = await submit(tenant, conversationId, command);
    if (!state) throw new TypeError('a changed conversation exists');
    return { session, state };
  };

  return {
    find,
    send: (tenant, conversationId, { uploadIds = [], ...message }) =>
      submit(tenant, conversationId, {
        type: 'bot-message',
        ...message,
        ...(uploadIds.length > 0 && { attachments: { uploader: uploaders.tenant, uploadIds } }),
      }),
    type: async (tenant, conversationId, state, ownerEpoch = null) => {
      const { session, state: conversation } = await find(tenant, conversationId);
      const isOwner = ownerEpoch === null || ownerEpoch === conversation.ownerEpoch;
      if (conversation.status !== 'BOT' || !isOwner) throw new AppError('not_owner');
      hub.publish({
        kind: 'typing',
        tenantId: tenant.tenantId,
        sessionId: session.sessionId,
        conversationId,
        sender: { kind: 'bot' },
        state,
        source: null,
      });
    },
    escalate: (tenant, conversationId, reason, ownerEpoch = null) =>
      change(tenant, conversationId, { type: 'escalate', by: 'bot', reason, ownerEpoch }),
    resolve: (tenant, conversationId, ownerEpoch = null) =>
      change(tenant, conversationId, { type: 'resolve', actor: 'bot', ownerEpoch }),
  };
}
