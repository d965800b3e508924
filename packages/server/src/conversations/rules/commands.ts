import type { EscalationReason } from '@chat-relay/receiver-sdk';
import type { AttachmentRefs } from '../../attachments/attachment';
import type { Hours } from '../../tenants/hours/opening-hours';
import type { Assignee, Source, Suggestion } from './state';
import type { Voice } from '../../tenants/texts/voice';

/** `content` may be empty with files. */
interface WithFiles {
  attachments?: AttachmentRefs;
}

/** Everything that changes a conversation. */
export type Command =
  | ({ type: 'visitor-message'; clientMsgId: string; content: string } & WithFiles)
  | ({
      type: 'bot-message';
      content: string;
      clientMsgId: string;
      ownerEpoch: number | null;
      /** Stream of the drafts that showed this message. */
      streamId?: string;
      sources?: readonly Source[];
    } & WithFiles)
  | ({ type: 'agent-message'; actor: Actor; content: string; clientMsgId: string } & WithFiles)
  | {
      type: 'escalate';
      by: 'visitor' | 'bot';
      reason: EscalationReason;
      ownerEpoch: number | null;
      /** Text that the bot writes before it hands over. */
      explanation?: { clientMsgId: string; content: string };
      suggestion?: Omit<Suggestion, 'at'>;
      /** The bot did not answer in time, and the visitor is told so. */
      isBotSilent?: true;
    }
  | {
      type: 'claim';
      operator: Assignee;
      /** Assigned by the relay, which takes conversations only out of the queue. */
      isHandedOver?: true;
    }
  | {
      type: 'release';
      actor: Actor;
      /** The relay takes it from an absent operator, who may get it again. */
      absence?: {
        /** When the operator was last seen, in ms; null: the operator no longer exists. */
        seenAt: number | null;
        /** Time of the assignment that ends: a newer one stays. */
        assignedAt: number | null;
      };
    }
  | {
      type: 'transfer';
      actor: Actor;
      to: Assignee;
      /** Whether `to` is absent or offline. */
      isForced?: boolean;
    }
  | { type: 'resolve'; actor: Actor | 'bot'; ownerEpoch?: number | null }
  /** `until`: null ends it now. */
  | { type: 'snooze'; actor: Actor; until: number | null }
  /** Ends a snooze whose time has come. */
  | { type: 'wake' }
  | { type: 'mark-unread'; operatorId: string }
  | { type: 'set-tags'; tags: readonly string[] }
  | { type: 'add-tags'; tags: readonly string[] }
  /** `score` is 1 to 5. */
  | { type: 'rate'; score: number; comment: string | null }
  | { type: 'read'; by: 'visitor'; seq: number }
  | {
      type: 'read';
      by: 'agent';
      /** Id of the reader, if that is an operator. */
      operatorId?: string | null;
      seq: number;
      /** The visitor's messages up to `seq` that were unread when the operator asked. */
      visitorSeqs: readonly number[];
    };

/** An actor on the human side: an operator, an admin who may not be one, or the relay itself. */
export interface Actor {
  operator: Assignee | null;
  /** May act on other operators' conversations. */
  isAdmin: boolean;
}

/** The circumstances of a conversation at the time of a command. */
export interface Surroundings {
  /** Whether a bot answers first; without one, a session goes straight to the queue. */
  hasBot: boolean;
  botName: string;
  /** Whether visitors may rate what is resolved. */
  hasRating: boolean;
  hasCallbacks: boolean;
  voice: Voice;
  /** Null: always open. */
  hours: Hours | null;
  /** The tenant's targets, in ms; null: none. */
  targets: { firstAnswerMs: number | null; waitMs: number | null };
  /** Whether an operator is available, whatever the hours are. */
  isOperatorAvailable: boolean;
}

/** Makes the command from a rating; a blank comment counts as none. */
export function rateCommand(given: { rating: number; comment?: string }): Command {
  return { type: 'rate', score: given.rating, comment: given.comment?.trim() || null };
}
