import type { HeldSession, SessionKey } from '../../visitors/session';
import type { Command, Surroundings } from '../rules/commands';
import type { Change } from '../rules/decision';
import type { ConversationState, Message, SessionFacts } from '../rules/state';

export interface Committed {
  command: Command;
  session: SessionFacts;
  /** Null if there was no conversation yet. */
  before: ConversationState | null;
  state: ConversationState | null;
  /** Null: nothing was changed. */
  change: Change | null;
  /** Message that the command wrote, or of which it is a repeat (`isDuplicate`). */
  message: Message | null;
  isDuplicate: boolean;
  /** Socket that sent the command: it gets an ack instead of an echo. */
  source: object | null;
}

export interface Submission {
  /** A visitor's command needs `tokenVersion`: it is refused once the token has ended. */
  session: SessionKey & Partial<HeldSession>;
  command: Command;
  surroundings: Surroundings;
  source?: object;
  /** Called after the commit, in commit order and before the listeners of `onCommitted`. */
  onCommitted?(committed: Committed): void;
}
