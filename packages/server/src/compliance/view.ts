import { iso, isoOrNull } from '../platform/clock';
import { viewParts } from '../platform/http/large-json';
import { noteView } from '../conversations/inbox/notes/view';
import { ticketView } from '../conversations/journal/tickets';
import { messageView, ratingView, suggestionView } from '../conversations/journal/views';
import { pageView } from '../visitors/pages/pages';
import type { CallbackRow, ConversationRecord, SessionRecord } from './export';

/** A visitor's session in an export, for people. */
export function sessionRecordView({
  session,
  erasedAt,
  mails,
  pages,
  blocks,
  conversation,
}: SessionRecord): object {
  return {
    session_id: session.sessionId,
    origin: session.origin,
    locale: session.locale,
    mode: session.mode,
    routing_key: session.routingKey,
    created_at: iso(session.createdAt),
    expires_at: iso(session.expiresAt),
    ended_at: isoOrNull(session.endedAt),
    erased_at: isoOrNull(erasedAt),
    identity: {
      user_id: session.userId,
      unverified: {
        display_name: session.visitorName,
        email: session.visitorEmail,
        attributes: session.attributes,
      },
    },
    metadata: JSON.parse(session.metadata) as object,
    contact_email: session.contactEmail,
    contact_proven: session.isContactProven,
    mails: mails.map(({ mail_id, queued_at, used_at }) => ({
      mail_id,
      queued_at: iso(queued_at),
      link_used_at: isoOrNull(used_at),
    })),
    pages: pages.map(pageView),
    blocks: blocks.map(({ kind, reason, created_at, ends_at }) => ({
      kind,
      reason,
      created_at: iso(created_at),
      ends_at: isoOrNull(ends_at),
    })),
    conversation: conversation && conversationRecordView(conversation),
  };
}

function conversationRecordView(record: ConversationRecord): object {
  const { state } = record;
  return {
    conversation_id: state.conversationId,
    status: state.status,
    escalation_reason: state.escalationReason,
    operator_id: state.operator?.operatorId ?? null,
    operator_display_name: state.operator?.displayName ?? null,
    claim_count: state.claimCount,
    visitor_read_seq: state.visitorReadSeq,
    agent_read_seq: state.agentReadSeq,
    started_at: iso(state.startedAt),
    claimed_at: isoOrNull(state.claimedAt),
    released_at: isoOrNull(state.releasedAt),
    resolved_at: isoOrNull(state.resolvedAt),
    last_message_at: isoOrNull(state.lastMessageAt),
    rating: ratingView(state.rating),
    tags: state.tags,
    messages: viewParts(record.messages, (message) => messageView(message)),
    notes: viewParts(record.notes, noteView),
    suggestion: record.suggestion && suggestionView(record.suggestion),
    tickets: viewParts(record.tickets, ticketView),
    callbacks: viewParts(record.callbacks, callbackView),
  };
}

function callbackView(row: CallbackRow): object {
  return {
    event_id: row.event_id,
    event: row.event,
    sequence: row.sequence,
    state: row.state,
    attempts: row.attempts,
    outcome: row.outcome,
    created_at: iso(row.created_at),
    settled_at: isoOrNull(row.settled_at),
    body: JSON.parse(row.body.toString('utf8')) as object,
  };
}
