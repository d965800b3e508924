import { createServer } from 'node:net';
import { embeddedDatabaseUrl, type Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import { codeOf, isDemotion, isUnavailable, SESSION_REFUSED } from '../platform/storage/failures';
import { SQLITE } from '../platform/storage/database';
import { EarlierSchemaError } from '../platform/storage/schema/earlier-schema';
import { NewerSchemaError } from '../platform/storage/schema/migrator';
import { DatabaseInUseError } from '../platform/storage/sqlite/file-claim';
import { UnreachableError } from './unreachable-error';

/** A `ConfigError` with the line, if there is one; otherwise the error unchanged. */
function explain(line: string | null, error: unknown): unknown {
  return line === null ? error : new ConfigError([line], { cause: error });
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDemotion(error) || Object.hasOwn(AWAY, codeOf(error))) return true;
  return error.name.startsWith('SequelizeConnectionAcquire');
}

/** Turns an error from opening the database into a line about the setting to change, or an outage. */
export function explainDatabaseFailure(
  error: unknown,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): unknown {
  const { dataDir, databaseUrl } = config;
  const [variable, target] =
    databaseUrl === embeddedDatabaseUrl(dataDir)
      ? ['DATA_DIR', dataDir]
      : ['DATABASE_URL', withoutPassword(databaseUrl)];
  if (error instanceof DatabaseInUseError) {
    const holder = error.holder === null ? '' : ` (process ${error.holder})`;
    return explain(`${variable}: ${target} is used by another relay${holder}`, error);
  }
  if (error instanceof NewerSchemaError) {
    return explain(
      `${variable}: ${target}: ${error.message} than this version of the relay`,
      error,
    );
  }
  if (error instanceof EarlierSchemaError) {
    return explain(`${variable}: ${target}: ${error.message}`, error);
  }
  const code = codeOf(error);
  if (isAway(error)) {
    const reason = AWAY[code] ?? (isDemotion(error) ? 'it is read-only' : 'no answer');
    return new UnreachableError(`${variable}: ${target}: ${reason} (${code || 'no connection'})`, {
      cause: error,
    });
  }
  if (code === SESSION_REFUSED && error instanceof Error) {
    const advice = databaseUrl.startsWith(SQLITE)
      ? 'use another file, on a local disk'
      : 'change it on the server, in its init_connect or in the proxy';
    return explain(`${variable}: ${target}: the session's ${error.message}: ${advice}`, error);
  }
  const reason =
    WRONG[code] ?? tlsReason(error) ?? (isUnavailable(error) ? "it can't be used" : null);
  return explain(reason && `${variable}: ${target}: ${reason} (${code})`, error);
}

const AWAY: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  EAI_AGAIN: "the host's name can't be looked up",
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  PROTOCOL_CONNECTION_LOST: 'the connection was lost',
  PROTOCOL_SEQUENCE_TIMEOUT: 'no answer',
  ER_CON_COUNT_ERROR: 'it has too many connections',
  ER_SERVER_SHUTDOWN: 'it is shutting down',
};

/** Driver codes of failures that only a changed setting or file can fix. */
const WRONG: Record<string, string> = {
  SQLITE_NOTADB: 'the file is not a SQLite database',
  SQLITE_CORRUPT: 'the database is damaged',
  SQLITE_CANTOPEN: "the file can't be opened",
  SQLITE_READONLY: 'the file is not writable',
  SQLITE_PERM: 'the file is not writable',
  SQLITE_FULL: 'the disk is full',
  EACCES: 'the folder is not accessible',
  EPERM: 'the folder is not accessible',
  EROFS: 'the folder is not writable',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
  ENOENT: 'a part of the path is missing',
  ENOSPC: 'the disk is full',
  ENOTFOUND: 'the host does not exist',
  ER_ACCESS_DENIED_ERROR: 'the user or the password is wrong, or it requires TLS',
  ER_DBACCESS_DENIED_ERROR: 'the user may not use that database',
  ER_TABLEACCESS_DENIED_ERROR: 'the user may not create tables',
  ER_BAD_DB_ERROR: 'the database does not exist',
  ER_BINLOG_STMT_MODE_AND_ROW_ENGINE:
    'its binary log refuses the transactions of the relay: set binlog_format to ROW or MIXED',
  HANDSHAKE_NO_SSL_SUPPORT: 'it offers no TLS',
};

/** The driver gives all failures of a handshake one code; the message is OpenSSL's. */
function tlsReason(error: unknown): string | null {
  if (codeOf(error) !== 'HANDSHAKE_SSL_ERROR' || !(error instanceof Error)) return null;
  const isUnknown = /^(unable to|self-signed)/.test(error.message);
  return `${error.message}${isUnknown ? ': name its authority in DATABASE_CA' : ''}`;
}

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl) || databaseUrl.startsWith(SQLITE)) return databaseUrl;
  const { protocol, username, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/** Turns an error from listening into a line about HOST or PORT. */
export function explainListenFailure(error: unknown, { host, port }: Config): unknown {
  const lines: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is in use: set another one`,
    EACCES: `PORT: ${port} may not be opened by this user: set one above 1023`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine`,
    ENOTFOUND: `HOST: the host ${host} does not exist`,
    EAI_AGAIN: `HOST: ${host} can't be looked up`,
  };
  return explain(lines[codeOf(error)] ?? null, error);
}

/**
 * Listens for a moment, before the database is changed: a relay that can't serve must not change it.
 * @throws {ConfigError} naming HOST or PORT if the relay can't listen
 */
export function assertCanListen(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => reject(explainListenFailure(error, config)));
    server.listen(config.port, config.host, () => server.close(() => resolve()));
  });
}
