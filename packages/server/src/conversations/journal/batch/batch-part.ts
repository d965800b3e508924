import type { AppError } from '../../../platform/errors';
import type { Tx } from '../../../platform/storage/database';
import type { Dialect } from '../../../platform/storage/sql';
import type { Write } from '../../../platform/storage/writes';
import type { SessionKey } from '../../../visitors/session';
import type { Command, Surroundings } from '../../rules/commands';
import type { Change, Situation } from '../../rules/decision';
import type { ConversationState, SessionFacts } from '../../rules/state';
import type { Submission } from '../submission';

/** Rows that a feature adds to a batch's commit, in the order of the parts. A part without rows costs no statement. */
export interface BatchPart<Loaded = unknown, Rows = unknown> {
  /** Reads and locks the rows that the commands name, before they are decided. Their sessions are locked already. */
  load?(tx: Tx, submissions: readonly Submission[]): Promise<Loaded>;
  /** Returns what the rules need to know to decide a command, or refuses it. Pure. */
  inform?(loaded: Loaded, asked: Asked): Facts | AppError;
  /** Makes the rows from the decided changes. Pure; the rows are data. */
  collect(batch: Batch): Rows;
  /** Statements that write the rows, in their order. */
  write(rows: Rows, dialect: Dialect): readonly Write[];
}

export interface Asked {
  session: SessionKey;
  command: Command;
  /** Changes that the batch has made before this command, in all sessions. */
  applied: readonly Applied[];
}

export type Facts = Pick<Situation, 'attachments'>;

export interface Batch {
  now: number;
  newId(): string;
  /** Changes, in the order of the commands. */
  applied: readonly Applied[];
  /** Changed sessions, in the order of their locks. */
  changed: readonly ChangedSession[];
}

/** A command that changed its conversation. */
export interface Applied {
  session: SessionFacts;
  command: Command;
  surroundings: Surroundings;
  /** Null: the command began the conversation. */
  before: ConversationState | null;
  change: Change;
}

export interface ChangedSession {
  session: SessionFacts;
  /** Null: the batch began the conversation. */
  before: ConversationState | null;
  state: ConversationState;
  /** Changes of this session, in the order of the commands. */
  applied: readonly Applied[];
}
