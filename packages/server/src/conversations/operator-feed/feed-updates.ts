import type { LinkTo } from '../../attachments/links';
import type { InboxScope } from '../../operators/inbox-scope';
import type { TenantDirectory } from '../../tenants/directory';
import { pageView } from '../../visitors/pages/pages';
import { inboxRow, messageView } from '../journal/views';
import type { Hub, Notice } from '../live/hub';
import type { ConversationUpdate, FeedUpdate } from '../live/wire';
import type { FeedSocket, FeedSubscriptions } from './feed-subscriptions';

export interface FeedUpdatesOptions {
  hub: Pick<Hub, 'publish'>;
  subscriptions: Pick<FeedSubscriptions, 'of' | 'has'>;
  write(socket: FeedSocket, text: string): void;
  directory: Pick<TenantDirectory, 'find'>;
  linkTo: LinkTo;
}

/** Makes a function that turns notices into updates for the subscribed operators who may see them. */
export function createFeedUpdates(options: FeedUpdatesOptions): (notice: Notice) => Promise<void> {
  const { hub, subscriptions, write } = options;

  /** Writes to sockets directly: nes awaits one subscriber's write before the next, and queues without a limit. */
  const publish = (
    path: string,
    update: FeedUpdate,
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

  const publishToReaders = (
    { tenantId, conversationId }: { tenantId: string; conversationId: string },
    update: ConversationUpdate,
    // Typing and receipts reach only subscribers, who were checked for the whole conversation.
    mayReceive = (scope: InboxScope) => scope.maySee(tenantId, null),
  ): void => {
    const path = `/conversations/${conversationId}`;
    publish(path, { ...update, conversation_id: conversationId }, mayReceive);
  };

  return async (notice) => {
    switch (notice.kind) {
      case 'change': {
        const { session, state } = notice;
        const mayReceive = (scope: InboxScope) =>
          scope.maySee(session.tenantId, session.routingKey);
        const of = { tenantId: session.tenantId, conversationId: state.conversationId };
        for (const message of notice.messages) {
          const view = messageView(message, options.linkTo);
          const update = { type: 'message', message: view, last_seq: state.lastSeq } as const;
          publishToReaders(of, update, mayReceive);
        }
        for (const { by, seq } of notice.receipts) {
          if (by !== 'visitor') continue;
          publishToReaders(of, { type: 'receipt', kind: 'read', seq }, mayReceive);
        }
        return reportDelivered(notice);
      }
      case 'state': {
        const { session, state } = notice;
        const mayReceive = (scope: InboxScope) =>
          scope.maySee(session.tenantId, session.routingKey);
        const tenant = await options.directory.find(session.tenantId);
        if (!tenant) return;
        const conversation = inboxRow(session, state);
        const path = `/inbox/${tenant.workspaceId}`;
        return publish(path, { type: 'conversation', conversation }, mayReceive);
      }
      case 'typing': {
        const { sender, state } = notice;
        return publishToReaders(notice, { type: 'typing', sender, state });
      }
      case 'draft': {
        const { streamId, at, text } = notice;
        return publishToReaders(notice, { type: 'draft', stream_id: streamId, at, text });
      }
      case 'draft-end': {
        const { streamId, outcome } = notice;
        return publishToReaders(notice, { type: 'draft_end', stream_id: streamId, outcome });
      }
      case 'delivered': {
        if (notice.to !== 'agent') return;
        return publishToReaders(notice, { type: 'receipt', kind: 'delivered', seq: notice.seq });
      }
      case 'note':
        return publishToReaders(notice, { type: 'note', note: notice.note });
      case 'note-removed':
        return publishToReaders(notice, { type: 'note_removed', note_id: notice.noteId });
      case 'suggestion':
        return publishToReaders(notice, { type: 'suggestion', suggestion: notice.suggestion });
      case 'page':
        return publishToReaders(notice, { type: 'page', page: pageView(notice.page) });
      case 'removed': {
        const { messageId, seq } = notice;
        return publishToReaders(notice, { type: 'removed', message_id: messageId, seq });
      }
      case 'attachment': {
        const { messageId, seq, uploadId, scan } = notice;
        const file = { message_id: messageId, seq, upload_id: uploadId, scan };
        return publishToReaders(notice, { type: 'attachment', ...file });
      }
      case 'mention': {
        const { workspaceId, conversationId, noteId, operatorIds } = notice;
        return publish(
          `/inbox/${workspaceId}`,
          { type: 'mention', conversation_id: conversationId, note_id: noteId },
          (scope) =>
            scope.maySee(notice.tenantId, notice.routingKey) &&
            scope.operatorIds().some((id) => operatorIds.includes(id)),
        );
      }
      case 'transfer-returned': {
        const { workspaceId, conversationId, operatorId, displayName, givenBy } = notice;
        return publish(
          `/inbox/${workspaceId}`,
          {
            type: 'transfer_returned',
            conversation_id: conversationId,
            operator_id: operatorId,
            operator_display_name: displayName,
          },
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
