import type { CallbackResponse } from '../callbacks/delivery/delivery';
import type { QueuedEvent } from '../callbacks/events/queued-event';
import { AppError } from '../platform/errors';
import type { Logger } from '../platform/log';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';
import { readActions, type BotAction, type PlacedAction } from './tenant-actions';

/** The operations behind the bot's actions; the fence refuses each with `not_owner`. */
export interface BotApi {
  send(
    tenant: Tenant,
    conversationId: string,
    message: {
      clientMsgId: string;
      content: string;
      ownerEpoch: number;
      streamId?: string;
      uploadIds?: readonly string[] | undefined;
    },
  ): Promise<unknown>;
  type(
    tenant: Tenant,
    conversationId: string,
    state: 'start' | 'stop',
    ownerEpoch: number,
  ): Promise<unknown>;
  escalate(
    tenant: Tenant,
    conversationId: string,
    reason: Extract<BotAction, { type: 'escalate' }>['reason'],
    ownerEpoch: number,
  ): Promise<unknown>;
  resolve(tenant: Tenant, conversationId: string, ownerEpoch: number): Promise<unknown>;
}

export interface TenantBotOptions {
  api: BotApi;
  directory: Pick<TenantDirectory, 'find'>;
  log: Logger;
}

/**
 * Performs the actions in a tenant's answer to `message-received`: in order, once per event, and only while the
 * conversation is as the event says. A repeated answer finds its replies stored already, and the epoch changed
 * by its other actions.
 */
export function createTenantBot({ api, directory, log }: TenantBotOptions) {
  return async ({ event, text }: CallbackResponse): Promise<void> => {
    if (event.event !== 'message-received') return;
    const { actions, ignored } = readActions(text);
    const { tenantId, eventId } = event;
    if (ignored > 0) {
      const fields = { tenant_id: tenantId, event_id: eventId, ignored };
      log.warn({ event: 'bot.actions_ignored', ...fields }, 'bot actions were ignored');
    }
    if (actions.length === 0) return;
    const tenant = await directory.find(tenantId);
    if (tenant?.status !== 'active') return;
    for (const placed of actions) {
      try {
        await perform(api, tenant, event, placed);
      } catch (error) {
        // A person has the conversation now, or it has ended: the following actions would be too late as well.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const fields = { tenant_id: tenantId, event_id: eventId, code: error.code };
        log.info({ event: 'bot.action_too_late', ...fields }, 'a bot action came too late');
        return;
      }
    }
  };
}

/** @param streamId of the drafts that have shown a reply */
export function perform(
  api: BotApi,
  tenant: Tenant,
  { conversationId, eventId, body }: QueuedEvent,
  { action, index }: PlacedAction,
  streamId?: string,
): Promise<unknown> {
  // The relay wrote this body, and `message-received` always has the field.
  const { owner_epoch: ownerEpoch } = JSON.parse(body.toString()) as { owner_epoch: number };
  switch (action.type) {
    case 'reply': {
      const clientMsgId = `inline:${eventId}:${index}`;
      return api.send(tenant, conversationId, {
        clientMsgId,
        content: action.content,
        uploadIds: action.attachments,
        ownerEpoch,
        ...(streamId !== undefined && { streamId }),
      });
    }
    case 'typing':
      return api.type(tenant, conversationId, action.state, ownerEpoch);
    case 'escalate':
      return api.escalate(tenant, conversationId, action.reason, ownerEpoch);
    case 'resolve':
      return api.resolve(tenant, conversationId, ownerEpoch);
  }
}
