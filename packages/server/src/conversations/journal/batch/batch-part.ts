import type { AppError } from '../../../platform/errors';
import type { Tx } from '../../../platform/storage/database';
import type { Dialect } from '../../../platform/storage/sql';
import type { Write } from '../../../platform/storage/writes';
import type { SessionKey } from '../../../visitors/session';
import type { Command, Surroundings } from '../../rules/commands';
import type { Change, Situation } from '../../rules/decision';
import type { ConversationState, SessionFacts } from '../../rules/state';
import type { Submission } from '../submission';

/**
 * What a feature adds to the commit of a batch of commands. The order of the parts is the order of their writes.
 * A part without rows costs no statement.
 */
export interface BatchPart<Loaded = unknown, Rows = unknown> {
  /** Reads, and locks, what the commands name. It runs before they are decided, while their sessions are locked. */
  load?(tx: Tx, submissions: readonly Submission[]): Promise<Loaded>;
  /** Looks up what the rules need to decide a command, or refuses it. It is pure. */
  inform?(loaded: Loaded, asked: Asked): Facts | AppError;
  /** Makes the rows out of what was decided. It is pure, and the rows are data. */
  collect(batch: Batch): Rows;
  /** The statements that write the rows, in their order. */
  write(rows: Rows, dialect: Dialect): readonly Write[];
}

/** A command that is about to be decided. */
export interface Asked {
  session: SessionKey;
  command: Command;
  /** The changes that the batch has made before it, of all sessions. */
  applied: readonly Applied[];
}

export type Facts = Pick<Situation, 'attachments'>;

/** The changes that a batch commits. */
export interface Batch {
  now: number;
  newId(): string;
  /** In the order of the commands. */
  applied: readonly Applied[];
  /** By session, in the order of the locks. */
  changed: readonly ChangedSession[];
}

/** A command that changed its conversation. */
export interface Applied {
  session: SessionFacts;
  command: Command;
  surroundings: Surroundings;
  /** Null: it began the conversation. */
  before: ConversationState | null;
  change: Change;
}

export interface ChangedSession {
  session: SessionFacts;
  /** As it was before the batch. */
  before: ConversationState | null;
  /** As the batch leaves it. */
  state: ConversationState;
  /** Its commands, in their order. */
  applied: readonly Applied[];
}
