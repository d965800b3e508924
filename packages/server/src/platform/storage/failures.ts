import { AppError } from '../errors';
import { DriverError } from './driver-error';

/** Classifies database errors of every driver and layer: a conflict, a timeout, an outage and so on. */

/** The code of the driver or the system, '' if there is none. */
export function codeOf(error: unknown): string {
  const code = ofError(error, 'code');
  return typeof code === 'string' ? code : '';
}

/** The first value of a property in an error and the errors that it wraps. */
function ofError(error: unknown, property: 'code' | 'errno' | 'fatal'): unknown {
  if (!(error instanceof Error)) return undefined;
  const { parent, original, cause, [property]: value } = error as Error & Record<string, unknown>;
  return value ?? ofError(parent ?? original ?? cause, property);
}

/** TiDB's codes, for which the driver has no names: write conflicts. */
const CONFLICT_NUMBERS = new Set([8002, 8022, 9007]);
const CONFLICTS = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY']);

/** Two transactions conflicted; the same one may succeed when repeated. */
export function isConflict(error: unknown): boolean {
  return (
    CONFLICTS.has(codeOf(error)) ||
    CONFLICT_NUMBERS.has(ofError(error, 'errno') as number) ||
    isOfVitess(error, 'Aborted')
  );
}

/** Vitess uses one number for all its errors, and names the kind in the message. */
function isOfVitess(error: unknown, kind: 'Aborted' | 'Unavailable'): boolean {
  return ofError(error, 'errno') === 1105 && messageOf(error).includes(`code = ${kind}`);
}

/** Throw this in a transaction that finds that another one was first: the transaction is repeated. */
export function newConflict(message: string): DriverError {
  return new DriverError('ER_LOCK_DEADLOCK', message);
}

const NOT_PREPARED = 1047;

/**
 * A Galera node without contact to the others has refused the statement and done nothing. The next connection may
 * lead to a working node.
 */
export function isNotPrepared(error: unknown): boolean {
  return ofError(error, 'errno') === NOT_PREPARED;
}

/** The code of a statement that exceeded its time limit. */
export const STATEMENT_TIMEOUT = 'PROTOCOL_SEQUENCE_TIMEOUT';

/** The code of a connection that is not used, because its session lacks settings that the relay needs. */
export const SESSION_REFUSED = 'DATABASE_SESSION_REFUSED';

export function isTimeout(error: unknown): boolean {
  return codeOf(error) === STATEMENT_TIMEOUT;
}

/** MariaDB's 1969 and MySQL's 3024; the driver knows only the second by name. */
const TIME_LIMIT_NUMBERS = new Set([1969, 3024]);

/** The server stopped a statement at its time limit. */
export function isTimeLimit(error: unknown): boolean {
  return TIME_LIMIT_NUMBERS.has(ofError(error, 'errno') as number);
}

const DEMOTIONS = new Set([
  NOT_PREPARED,
  1053, // the server is shutting down
  1180, // Galera: the node was cut off during the commit
  1290, // read_only
  1317, // interrupted, as at a shutdown
  1792, // read-only transactions
  1836, // read-only mode
  3100, // group replication: hook failed
  3101, // group replication: rolled back
  9001, // TiDB: its placement driver or a store doesn't answer, up to 9005
  9002,
  9003,
  9004,
  9005,
]);

/** The server is read-only now or not writable yet: another one may have replaced it. */
export function isDemotion(error: unknown): boolean {
  return DEMOTIONS.has(ofError(error, 'errno') as number) || isOfVitess(error, 'Unavailable');
}

const FULL = new Set([
  3, // a file could not be written
  1021, // MySQL waits for room
  1026, // a file could not be written
  1114, // "The table is full": so InnoDB calls a full disk
  1598, // the binary log could not be written
  3675, // MySQL 8 does not wait for room
]);
const STORAGE_ENGINE_ERROR = 1030;

/** The disk of the server is full. The statement is rolled back, and works again when there is room. */
function isFull(error: unknown): boolean {
  const errno = ofError(error, 'errno') as number;
  return FULL.has(errno) || (errno === STORAGE_ENGINE_ERROR && /error 28\b/.test(messageOf(error)));
}

export function isDuplicate(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'ER_DUP_ENTRY') return true;
  return code === 'SQLITE_CONSTRAINT' && /UNIQUE|PRIMARY KEY/.test(messageOf(error));
}

const UNAVAILABLE =
  /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|PROTOCOL_|ER_CON_COUNT|ER_SERVER_SHUTDOWN|ER_TOO_MANY|DATABASE_SESSION_REFUSED|SQLITE_(FULL|IOERR|CANTOPEN|READONLY|NOMEM|BUSY|MISUSE|CONNECTION_LOST))/;

/**
 * The database was unreachable, did not respond, or is read-only; it may work later. It is unknown whether a
 * transaction was committed: only the confirmation may be lost.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/^Sequelize(Connection|HostNot|AccessDenied|InvalidConnection)/.test(error.name)) return true;
  if (ofError(error, 'fatal') === true) return true; // the driver's mark for a lost connection
  return isConflict(error) || isDemotion(error) || isFull(error) || UNAVAILABLE.test(codeOf(error));
}

/** The error's code if it means that the database is unavailable; null otherwise. */
export function unavailability(error: unknown): string | null {
  return isUnavailable(error) ? codeOf(error) || (error as Error).name : null;
}

/** A read that was stopped; the message is for people, who can narrow their request. */
export function tooSlow(cause?: unknown): AppError {
  return new AppError('overloaded', {
    message:
      'This request takes too long. Narrow it to one tenant, one status or state, longer words or a shorter time span.',
    retryAfterS: 1,
    cause,
  });
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { parent, original } = error as Error & Record<string, unknown>;
  return `${error.message} ${messageOf(parent ?? original)}`;
}
