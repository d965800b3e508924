import type { Sequelize, Transaction } from 'sequelize';
import type { Dialect, Sql } from './sql';

/** A write transaction. */
export interface Tx extends Sql {
  /** The `transaction` option for calls of Sequelize's models. */
  forModels(): Promise<Transaction>;
  /** Calls `report` after the commit, and never without one. `report` may not throw. */
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
  /** Statements have no time limit, and the transaction may be idle. For changes of the schema. */
  isUnlimited?: boolean;
  /**
   * The transaction is one statement, which commits automatically: its locks end without another round trip, which a
   * busy node may send late.
   */
  isOneStatement?: boolean;
}

export interface DatabaseLimits {
  /** How long one statement may take on MySQL; then its connection is dropped. */
  statementMs: number;
  /** The limit of a slow read, including the wait for its turn. */
  slowReadMs: number;
}

export const DATABASE_LIMITS: DatabaseLimits = { statementMs: 10_000, slowReadMs: 2_000 };

/** The prefix of a SQLite file's address. */
export const SQLITE = 'sqlite:';

export interface DatabaseOptions extends Partial<DatabaseLimits> {
  /** Certificates as PEM. The server's is checked against these instead of the public authorities'. */
  ca?: string | undefined;
  isSharded?: boolean;
}
