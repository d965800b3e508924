import type { Sequelize, Transaction } from 'sequelize';
import type { Dialect, Sql } from './sql';

/** A write transaction. */
export interface Tx extends Sql {
  /** What Sequelize's models take as their `transaction`. */
  forModels(): Promise<Transaction>;
  /** Calls this once the transaction is committed, and never if it is not. It may not throw. */
  afterCommit(report: () => void): void;
}

export interface Database {
  readonly dialect: Dialect;
  readonly sequelize: Sequelize;
  readonly limits: DatabaseLimits;
  /** Tenants lie on different servers, so that no transaction may write rows of two. */
  readonly isSharded: boolean;
  /** Short reads, which visitors wait for; they see committed data. */
  readonly read: Sql;
  /**
   * Reads that may take long: searches, lists, reports, exports. They never hold up `read` or a
   * transaction, and one that takes longer than `limits.slowReadMs` is stopped in the database too.
   * @throws {AppError} overloaded
   */
  readonly slowRead: Sql;
  /**
   * Runs `work` in a write transaction. Every write of the server uses this. On SQLite, with its one writer,
   * callers queue. Conflicts are repeated, for at most `limits.statementMs`. If it fails because the database is
   * unavailable, it may be committed nevertheless.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Makes sure that within a minute no file of an embedded database contains deleted data. A database server
   * keeps its own copies (undo log, binary log) for a configured time.
   */
  forgetDeleted(): void;
  /** Fails when the disk of an embedded database is full: small writes may still succeed, and messages may not. */
  checkDisk(): Promise<void>;
  /** Drops every connection, so that waiting calls fail at once; only `close` may follow. */
  abandon(): void;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /** Its statements have no time limit, and it may be idle: for changes of the schema. */
  isUnlimited?: boolean;
  /**
   * It is one statement, which commits itself: on a busy node, no lock waits for the node to ask for the commit.
   */
  isOneStatement?: boolean;
}

export interface DatabaseLimits {
  /** How long MySQL may take to answer one statement; then its connection is dropped. */
  statementMs: number;
  /** How long a slow read may take, the wait for its turn included. */
  slowReadMs: number;
}

export const DATABASE_LIMITS: DatabaseLimits = { statementMs: 10_000, slowReadMs: 2_000 };

/** The prefix of a SQLite file's address. */
export const SQLITE = 'sqlite:';

export interface DatabaseOptions extends Partial<DatabaseLimits> {
  /** Certificates as PEM that a server's is checked against, instead of the public authorities'. */
  ca?: string | undefined;
  isSharded?: boolean;
}
