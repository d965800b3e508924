import type { HeldSession, SessionKey } from '../../visitors/session';
import type { Command, Surroundings } from '../rules/commands';
import type { Change } from '../rules/decision';
import type { ConversationState, Message, SessionFacts } from '../rules/state';

/** The committed result of a command. */
export interface Committed {
  command: Command;
  session: SessionFacts;
  /** The state before; null if there was no conversation yet. */
  before: ConversationState | null;
  state: ConversationState | null;
  /** Null: nothing was changed. */
  change: Change | null;
  /** The message that the command wrote, or that it wrote before (`isDuplicate`). */
  message: Message | null;
  isDuplicate: boolean;
  /** The socket of the command: it gets an answer instead of an echo. */
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
