/** What a database error means, whichever driver and layer it came through. */

/** The driver's or the system's own code, '' where there is none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code, parent, original, cause } = error as Error & Record<string, unknown>;
  if (typeof code === 'string') return code;
  return codeOf(parent ?? original ?? cause);
}

const CONFLICTS = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY']);

/** Two transactions were in each other's way; the same one may succeed when run again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(codeOf(error));
}

/** The database took longer to answer than it was given. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === 'PROTOCOL_SEQUENCE_TIMEOUT';
}

/** A unique key refused the row. */
export function isDuplicate(error: unknown): boolean {
  const code = codeOf(error);
  if (code === 'ER_DUP_ENTRY') return true;
  return code === 'SQLITE_CONSTRAINT' && /UNIQUE|PRIMARY KEY/.test(messageOf(error));
}

const UNAVAILABLE =
  /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|PROTOCOL_|ER_CON_COUNT|ER_SERVER_SHUTDOWN|ER_TOO_MANY|SQLITE_(FULL|IOERR|CANTOPEN|READONLY|NOMEM|BUSY|MISUSE))/;

/** The database could not be reached or could not write: nothing was changed, and it may work later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/^Sequelize(Connection|HostNot|AccessDenied|InvalidConnection)/.test(error.name)) return true;
  return isConflict(error) || UNAVAILABLE.test(codeOf(error));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { parent, original } = error as Error & Record<string, unknown>;
  return `${error.message} ${messageOf(parent ?? original)}`;
}
