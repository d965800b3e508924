import { createServer } from 'node:net';
import { ConfigError, embeddedDatabaseUrl, type Config } from '../config/config';
import { codeOf, isDemotion, isUnavailable } from '../platform/storage/failures';
import { NewerSchema } from '../platform/storage/schema/migrator';
import { DatabaseInUse } from '../platform/storage/sqlite/file-claim';

/** A setting that looked well and turned out wrong, as the line about it; other errors as they are. */
function explain(line: string | null, error: unknown): unknown {
  return line === null ? error : new ConfigError([line], { cause: error });
}

/** What the relay needs was unreachable for as long as a start waits; the message is a line for people. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isDemotion(error) || Object.hasOwn(AWAY, codeOf(error))) return true;
  return error.name.startsWith('SequelizeConnectionAcquire');
}

/** Why the database could not be opened. */
export function explainDatabaseFailure(error: unknown, config: Config): unknown {
  const { dataDir, databaseUrl } = config;
  const [variable, target] =
    databaseUrl === embeddedDatabaseUrl(dataDir)
      ? ['DATA_DIR', dataDir]
      : ['DATABASE_URL', withoutPassword(databaseUrl)];
  if (error instanceof DatabaseInUse) {
    const holder = error.holder === null ? '' : ` (process ${error.holder})`;
    return explain(`${variable}: ${target} is used by another relay${holder}`, error);
  }
  if (error instanceof NewerSchema) {
    return explain(
      `${variable}: ${target}: ${error.message} than this version of the relay`,
      error,
    );
  }
  const code = codeOf(error);
  if (isAway(error)) {
    const reason = AWAY[code] ?? (isDemotion(error) ? 'it may not write' : 'nothing answers there');
    return new Unreachable(`${variable}: ${target}: ${reason} (${code || 'no connection'})`, {
      cause: error,
    });
  }
  const reason = WRONG[code] ?? (isUnavailable(error) ? "it can't be used" : null);
  return explain(reason && `${variable}: ${target}: ${reason} (${code})`, error);
}

const AWAY: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  EAI_AGAIN: "the host's name can't be looked up",
  ETIMEDOUT: 'nothing answers there',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  PROTOCOL_CONNECTION_LOST: 'the connection was lost',
  PROTOCOL_SEQUENCE_TIMEOUT: 'nothing answers there',
  ER_CON_COUNT_ERROR: 'it has too many connections',
  ER_SERVER_SHUTDOWN: 'it is shutting down',
};

/** What a person must change. */
const WRONG: Record<string, string> = {
  SQLITE_NOTADB: 'the file is no SQLite database',
  SQLITE_CORRUPT: 'the database is damaged',
  SQLITE_CANTOPEN: "the file can't be opened",
  SQLITE_READONLY: 'the file may not be written',
  SQLITE_PERM: 'the file may not be written',
  SQLITE_FULL: 'the disk is full',
  EACCES: 'the folder may not be used',
  EPERM: 'the folder may not be used',
  EROFS: 'the folder may not be written',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'a part of the path is no folder',
  ENOENT: 'a part of the path is missing',
  ENOSPC: 'the disk is full',
  ENOTFOUND: 'there is no such host',
  ER_ACCESS_DENIED_ERROR: 'user or password are refused',
  ER_DBACCESS_DENIED_ERROR: 'the user may not use that database',
  ER_TABLEACCESS_DENIED_ERROR: 'the user may not create tables',
  ER_BAD_DB_ERROR: 'there is no such database',
};

function withoutPassword(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl) || databaseUrl.startsWith('sqlite:')) return databaseUrl;
  const { protocol, username, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/** Why the relay can't listen. */
export function explainListenFailure(error: unknown, { host, port }: Config): unknown {
  const lines: Record<string, string> = {
    EADDRINUSE: `PORT: ${port} is taken: set another one`,
    EACCES: `PORT: ${port} may not be opened by this user: set one above 1023`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine`,
    ENOTFOUND: `HOST: there is no host ${host}`,
    EAI_AGAIN: `HOST: ${host} can't be looked up`,
  };
  return explain(lines[codeOf(error)] ?? null, error);
}

/**
 * Tries the address for a moment, before anything is done to the database that a relay which can't
 * serve had better left alone.
 * @throws {ConfigError} naming HOST or PORT where the relay can't listen
 */
export function assertCanListen(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => reject(explainListenFailure(error, config)));
    server.listen(config.port, config.host, () => server.close(() => resolve()));
  });
}
