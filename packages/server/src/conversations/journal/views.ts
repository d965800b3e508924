import type {
  Conversation as TenantConversation,
  Rating as RatingView,
} from '@chat-relay/receiver-sdk';
import type { ConversationView, MessageView } from '@chat-relay/widget-sdk/frames';
import type { LinkTo } from '../../attachments/links';
import { attachmentView } from '../../attachments/view';
import { iso, isoOrNull } from '../../platform/clock';
import { pageView, readPage } from '../../visitors/pages/pages';
import {
  currentRating,
  ownerOf,
  visitorClientMsgId,
  type ConversationState,
  type Message,
  type Rating,
  type SessionFacts,
  type Suggestion,
} from '../rules/state';
import type { Conversation, Suggestion as SuggestionView } from '../wire';

/** @param linkTo makes the addresses of files; without it, none are given */
export function messageView(message: Message, linkTo?: LinkTo): MessageView {
  const clientMsgId = visitorClientMsgId(message.dedupeKey);
  return {
    message_id: message.messageId,
    seq: message.seq,
    sender: {
      kind: message.sender,
      ...(message.senderName !== null && { display_name: message.senderName }),
    },
    content: message.content,
    created_at: iso(message.createdAt),
    ...(clientMsgId !== null && { client_msg_id: clientMsgId }),
    ...(message.streamId !== undefined && { stream_id: message.streamId }),
    ...(message.sources.length > 0 && { sources: [...message.sources] }),
    ...(message.attachments && {
      attachments: message.attachments.map((attachment) => attachmentView(attachment, linkTo)),
    }),
    ...(message.isRemoved && { removed: true }),
  };
}

export function conversationView(
  state: ConversationState,
  queuePosition: number | null,
): ConversationView {
  const rating = currentRating(state);
  return {
    conversation_id: state.conversationId,
    status: state.status,
    operator_display_name: state.operator?.displayName ?? null,
    queue_position: state.status === 'WAITING' ? queuePosition : null,
    ...(rating && { rating: { rating: rating.score, comment: rating.comment } }),
  };
}

/** Latest rating, for operators; also after the conversation has been reopened. */
export function ratingView(rating: Rating | null): RatingView | null {
  return (
    rating && {
      score: rating.score,
      comment: rating.comment,
      operator_id: rating.operatorId,
      resolved_by: rating.resolvedBy,
      rated_at: iso(rating.ratedAt),
    }
  );
}

/** Suggestion for operators. Visitors and backends never get it. */
export function suggestionView({ content, at, reasons }: Suggestion): SuggestionView {
  return { content, at: iso(at), reasons: [...reasons] };
}

export function inboxRow(session: SessionFacts, state: ConversationState): Conversation {
  // Notices of nodes of an older version have neither the page nor the tags.
  const page = readPage(session.currentPage ?? null);
  const row = tenantRow(session, state);
  return {
    ...row,
    page: page && pageView(page),
    tags: [...(state.tags ?? [])],
    visitor: { ...row.visitor, is_erased: session.isErased },
  };
}

/** Conversation for the tenant's backend. The page's claims about its visitor are under `unverified`. */
export function tenantRow(session: SessionFacts, state: ConversationState): TenantConversation {
  return {
    conversation_id: state.conversationId,
    tenant_id: session.tenantId,
    visitor_session_id: session.sessionId,
    status: state.status,
    owner: ownerOf(state.status),
    owner_epoch: state.ownerEpoch,
    operator_id: state.operator?.operatorId ?? null,
    operator_display_name: state.operator?.displayName ?? null,
    escalation_reason: state.escalationReason,
    claim_count: state.claimCount,
    claimed_at: isoOrNull(state.claimedAt),
    released_at: isoOrNull(state.releasedAt),
    resolved_at: isoOrNull(state.resolvedAt),
    waiting_since: isoOrNull(state.waitingSince),
    rating: ratingView(state.rating),
    due_at: isoOrNull(state.dueAt),
    routing_key: session.routingKey,
    mode: session.mode,
    locale: session.locale,
    origin: session.origin,
    last_seq: state.lastSeq,
    visitor_read_seq: state.visitorReadSeq,
    agent_read_seq: state.agentReadSeq,
    started_at: iso(state.startedAt),
    last_message_at: isoOrNull(state.lastMessageAt),
    metadata: JSON.parse(session.metadata) as Record<string, unknown>,
    last_message: state.lastSaid && { ...state.lastSaid, at: iso(state.lastSaid.at) },
    unread: state.unread,
    marked_unread_by: [...state.unreadFor],
    snoozed_until: isoOrNull(state.snoozedUntil),
    visitor: {
      user_id: session.userId,
      is_identified: session.userId !== null,
      contact_email: session.contactEmail,
      contact_proven: session.isContactProven,
      unverified: {
        display_name: session.visitorName,
        email: session.visitorEmail,
        attributes:
          session.visitorAttributes === null
            ? null
            : (JSON.parse(session.visitorAttributes) as Record<string, unknown>),
      },
    },
  };
}
