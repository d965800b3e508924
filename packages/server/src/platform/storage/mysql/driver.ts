import { connect, type Socket } from 'node:net';
import mysql, {
  type Connection,
  type ConnectionOptions,
  type QueryOptions,
  type SslOptions,
} from 'mysql2';
import { DriverError } from '../driver-error';
import { isDemotion, isTimeout, STATEMENT_TIMEOUT } from '../failures';

/** Sequelize's `dialectModule`, with what the relay needs to know about its connections. */
export interface MysqlDriver {
  createConnection(options: ConnectionOptions): Connection;
  /** Whether a connection may be given to the next user. */
  isUsable(connection: unknown): boolean;
  /** Ends every connection at once; no new ones are made. */
  abandon(): void;
}

const KEEP_ALIVE_MS = 10_000;
const CONNECT_MS = 5_000;

/** Options that no address may change: escaping and the form of rows and counts depend on them. */
const FIXED: ConnectionOptions = {
  flags: ['-FOUND_ROWS'],
  charset: 'utf8mb4',
  timezone: 'Z',
  multipleStatements: false,
  namedPlaceholders: false,
  stringifyObjects: true,
  typeCast: true, // as the driver does it: Sequelize's own function calls it for each value
  supportBigNumbers: true,
  bigNumberStrings: false,
  decimalNumbers: false,
  dateStrings: false,
  jsonStrings: false,
  rowsAsArray: false,
  nestTables: false,
};

/**
 * Makes a mysql2 with a time limit on every statement. A statement that takes longer ends its connection: without
 * that, a cut network path is noticed after minutes to hours. After that, or when a server reports that it is
 * read-only, older connections are not used again either: they lead to the same server.
 */
export function createMysqlDriver(statementMs: number, ssl: SslOptions | null): MysqlDriver {
  const connections = new WeakMap<object, { socket: Socket; openedAt: number }>();
  const sockets = new Set<Socket>();
  let suspectBefore = -Infinity;
  let isAbandoned = false;

  const open = ({ host, port, socketPath }: ConnectionOptions): Socket => {
    if (isAbandoned) throw new DriverError('ECONNABORTED', 'the database was abandoned');
    const path = socketPath ? { path: socketPath } : { host, port: port ?? 3306 };
    const socket = connect({
      ...path,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MS,
      noDelay: true,
    });
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };

  /** Runs a statement of mysql2's form `(sql | options, values?, callback)`, within its time. */
  const limit =
    (socket: Socket, run: Statement): Statement =>
    (statement, ...rest) => {
      const callback = rest.pop() as Callback;
      const { timeout = statementMs, ...options } =
        typeof statement === 'string' ? { sql: statement } : statement;
      const startedAt = performance.now();
      const timer =
        timeout > 0 &&
        setTimeout(() => {
          socket.destroy(new DriverError(STATEMENT_TIMEOUT, 'the database did not answer in time'));
        }, timeout);
      return run(options, ...rest, (error: Error | null, ...results: unknown[]) => {
        if (timer) clearTimeout(timer);
        if (error && (isTimeout(error) || isDemotion(error))) {
          suspectBefore = Math.max(suspectBefore, startedAt);
          socket.destroy();
        }
        callback(error, ...results);
      });
    };

  return {
    createConnection: (options) => {
      const socket = open(options);
      const { ssl: _ssl, ...ofAddress } = options;
      const connection = mysql.createConnection({
        connectTimeout: CONNECT_MS,
        ...ofAddress,
        ...FIXED,
        ...(ssl && { ssl }),
        stream: () => socket,
      });
      connections.set(connection, { socket, openedAt: performance.now() });
      return Object.assign(connection, {
        query: limit(socket, connection.query.bind(connection) as Statement),
        execute: limit(socket, connection.execute.bind(connection) as Statement),
      }) as Connection;
    },
    isUsable: (connection) => {
      const known = connections.get(connection as object);
      if (known?.socket.writable && known.openedAt > suspectBefore) return true;
      known?.socket.destroy();
      return false;
    },
    abandon: () => {
      isAbandoned = true;
      for (const socket of sockets) {
        socket.destroy(new DriverError('ECONNABORTED', 'the database was abandoned'));
      }
    },
  };
}

type Callback = (error: Error | null, ...results: unknown[]) => void;
type Statement = (statement: string | QueryOptions, ...rest: unknown[]) => unknown;
