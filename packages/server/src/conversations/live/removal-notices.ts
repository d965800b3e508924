import type { StoredConversation } from '../journal/store';
import type { Notice } from './hub';

/** Notifies clients that have the conversation open, and inboxes, whose rows may show the beginning of the message. */
export function announceRemoval(
  publish: (notice: Notice) => void,
  { session, state }: StoredConversation,
  removed: { messageId: string; seq: number },
): void {
  const { tenantId, sessionId } = session;
  const { conversationId } = state;
  publish({ kind: 'removed', tenantId, sessionId, conversationId, ...removed });
  publish({
    kind: 'change',
    session,
    state,
    messages: [],
    receipts: [],
    hasStatusChanged: false,
    source: null,
  });
}
