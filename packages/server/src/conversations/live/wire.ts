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
  /** A scan of a file has ended. */
  | { type: 'attachment'; message_id: string; seq: number; upload_id: string; scan: ScanState }
  /** A message was taken out of sight. */
  | { type: 'removed'; message_id: string; seq: number };

/** An update of a workspace's inbox. */
export type InboxUpdate =
  | { type: 'conversation'; conversation: Conversation }
  /** A note names this operator. */
  | ({ type: 'mention'; note_id: string } & OfConversation)
  /** An operator never came for what this one gave to them: it is back in the queue. */
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

/** What the operators' live feed sends. */
export type FeedUpdate = (ConversationUpdate & OfConversation) | InboxUpdate;
