import type {
  DraftEndFrame,
  DraftFrame,
  MessageView,
  ReceiptFrame,
  ScanState,
  SenderKind,
  TypingState,
} from '@chat-relay/widget-sdk/frames';
import type { Presence } from '../../operators/wire';
import type { PageVisit } from '../../visitors/wire';
import type { Conversation, Note, Suggestion } from '../wire';

/** A list of a workspace that pages read once. */
export type ChangedList = 'operators' | 'members' | 'canned_replies' | 'tenants' | 'settings';

interface OfConversation {
  conversation_id: string;
}

/** An update of one conversation, for operators who have it open. */
export type ConversationUpdate =
  | { type: 'message'; message: MessageView; last_seq: number }
  | { type: 'typing'; sender: { kind: SenderKind; display_name?: string }; state: TypingState }
  | DraftFrame
  | DraftEndFrame
  | ReceiptFrame
  | { type: 'note'; note: Note }
  | { type: 'note_removed'; note_id: string }
  | { type: 'suggestion'; suggestion: Suggestion | null }
  | { type: 'page'; page: PageVisit }
  | { type: 'attachment'; message_id: string; seq: number; upload_id: string; scan: ScanState }
  | { type: 'removed'; message_id: string; seq: number };

/** An update of a workspace's inbox. */
export type InboxUpdate =
  | { type: 'conversation'; conversation: Conversation }
  /** A note names this operator. */
  | ({ type: 'mention'; note_id: string } & OfConversation)
  /** A conversation that this operator transferred is back in the queue: the colleague never came. */
  | ({
      type: 'transfer_returned';
      operator_id: string;
      operator_display_name: string;
    } & OfConversation)
  | { type: 'presence'; operator_id: string; status: Presence }
  /**
   * The list has changed; `id` is the operator, account, canned reply or tenant. `members` with one's own id:
   * one's role or profile. `settings` without an id: the workspace itself.
   */
  | { type: 'changed'; what: ChangedList; id?: string };

export type FeedUpdate = (ConversationUpdate & OfConversation) | InboxUpdate;
