import type { LinkTo } from '../../attachments/links';
import type { InboxScope } from '../../operators/inbox-scope';
import type { TenantDirectory } from '../../tenants/directory';
import { pageView } from '../../visitors/pages';
import { inboxRow, messageView } from '../journal/views';
import type { Hub, Notice } from '../live/hub';
import type { FeedSocket, FeedSubscriptions } from './feed-subscriptions';

export interface FeedUpdatesOptions {
  hub: Pick<Hub, 'publish'>;
  subscriptions: Pick<FeedSubscriptions, 'of' | 'has'>;
  write(socket: FeedSocket, text: string): void;
  directory: Pick<TenantDirectory, 'find'>;
  linkTo: LinkTo;
}

/** Turns notices into updates, and sends them to the subscribed operators who may see them. */
export function createFeedUpdates(options: FeedUpdatesOptions): (notice: Notice) => Promise<void> {
  const { hub, subscriptions, write } = options;

  /** Not through nes, which awaits one subscriber's write before the next and queues without a bound. */
  const publish = (
    path: string,
    update: object,
    mayReceive: (scope: InboxScope) => boolean,
  ): void => {
    let text: string | undefined;
    for (const socket of subscriptions.of(path)) {
      if (!socket.app.scope || !mayReceive(socket.app.scope)) continue;
      text ??= JSON.stringify({ type: 'pub', path, message: update });
      write(socket, text);
    }
  };

  /** Tells visitors that their message has reached an operator's screen. */
  const reportDelivered = (notice: Extract<Notice, { kind: 'change' }>): void => {
    const { session, state, messages } = notice;
    const last = messages.findLast((message) => message.sender === 'visitor');
    if (!last || !subscriptions.has(`/conversations/${state.conversationId}`)) return;
    hub.publish({
      kind: 'delivered',
      to: 'visitor',
      tenantId: session.tenantId,
      sessionId: session.sessionId,
      conversationId: state.conversationId,
      seq: last.seq,
    });
  };

  return async (notice) => {
    switch (notice.kind) {
      case 'change': {
        const { session, state } = notice;
        const mayReceive = (scope: InboxScope) =>
          scope.maySee(session.tenantId, session.routingKey);
        const path = `/conversations/${state.conversationId}`;
        for (const message of notice.messages) {
          publish(
            path,
            {
              type: 'message',
              conversation_id: state.conversationId,
              message: messageView(message, options.linkTo),
              last_seq: state.lastSeq,
            },
            mayReceive,
          );
        }
        for (const { by, seq } of notice.receipts) {
          if (by !== 'visitor') continue;
          const conversation_id = state.conversationId;
          publish(path, { type: 'receipt', conversation_id, kind: 'read', seq }, mayReceive);
        }
        return reportDelivered(notice);
      }
      case 'state': {
        const { session, state } = notice;
        const mayReceive = (scope: InboxScope) =>
          scope.maySee(session.tenantId, session.routingKey);
        const tenant = await options.directory.find(session.tenantId);
        if (!tenant) return;
        const row = { type: 'conversation', conversation: inboxRow(session, state) };
        return publish(`/inbox/${tenant.workspaceId}`, row, mayReceive);
      }
      case 'typing': {
        const { conversationId, sender, state } = notice;
        const update = { type: 'typing', conversation_id: conversationId, sender, state };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'draft': {
        const { conversationId, streamId, at, text } = notice;
        const draft = { conversation_id: conversationId, stream_id: streamId, at, text };
        const update = { type: 'draft', ...draft };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'draft-end': {
        const { conversationId, streamId, outcome } = notice;
        const end = { conversation_id: conversationId, stream_id: streamId, outcome };
        const update = { type: 'draft_end', ...end };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'delivered': {
        if (notice.to !== 'agent') return;
        const { conversationId, seq } = notice;
        const update = { type: 'receipt', conversation_id: conversationId, kind: 'delivered', seq };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'note': {
        const { conversationId, note } = notice;
        const update = { type: 'note', conversation_id: conversationId, note };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'note-removed': {
        const { conversationId, noteId } = notice;
        const update = { type: 'note_removed', conversation_id: conversationId, note_id: noteId };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'suggestion': {
        const { conversationId, suggestion } = notice;
        const update = { type: 'suggestion', conversation_id: conversationId, suggestion };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'page': {
        const { conversationId, page } = notice;
        const update = { type: 'page', conversation_id: conversationId, page: pageView(page) };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'removed': {
        const { conversationId, messageId, seq } = notice;
        const message = { conversation_id: conversationId, message_id: messageId, seq };
        const update = { type: 'removed', ...message };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'attachment': {
        const { conversationId, messageId, seq, uploadId, scan } = notice;
        const of = { conversation_id: conversationId, message_id: messageId, seq };
        const update = { type: 'attachment', ...of, upload_id: uploadId, scan };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'mention': {
        const { workspaceId, conversationId, noteId, operatorIds } = notice;
        const update = { type: 'mention', conversation_id: conversationId, note_id: noteId };
        return publish(
          `/inbox/${workspaceId}`,
          update,
          (scope) =>
            scope.maySee(notice.tenantId, notice.routingKey) &&
            scope.operatorIds().some((id) => operatorIds.includes(id)),
        );
      }
      case 'transfer-returned': {
        const { workspaceId, conversationId, operatorId, displayName, givenBy } = notice;
        const update = {
          type: 'transfer_returned',
          conversation_id: conversationId,
          operator_id: operatorId,
          operator_display_name: displayName,
        };
        return publish(
          `/inbox/${workspaceId}`,
          update,
          (scope) =>
            scope.maySee(notice.tenantId, notice.routingKey) &&
            scope.operatorIds().includes(givenBy),
        );
      }
      case 'presence': {
        const { workspaceId, operatorId, status } = notice;
        return publish(
          `/inbox/${workspaceId}`,
          { type: 'presence', operator_id: operatorId, status },
          (scope) => scope.hasWorkspace(workspaceId),
        );
      }
    }
  };
}

/** Typing and receipts reach only subscribers, who were checked for the whole conversation. */
function servesTenantOf({ tenantId }: { tenantId: string }): (scope: InboxScope) => boolean {
  return (scope) => scope.maySee(tenantId, null);
}
