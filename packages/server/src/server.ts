import { buildRelay } from './app/build-relay';
import type { Config as Settings } from './config/config';
import { readConfig as readSettings } from './config/read-config';
import { createLog as createJsonLog } from './platform/log';

export { UnreachableError } from './app/unreachable-error';
export { ConfigError } from './config/config-error';

/** The settings in force, as `readConfig` has checked them. Other settings are for the relay alone. */
export interface Config {
  readonly env: 'local' | 'production';
  readonly isLocal: boolean;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Has no slash at its end. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly logLevel: string;
}

/** The fields of a line of the log. docs/OPERATIONS.md lists the events with their fields. */
export interface LogFields {
  /** A stable name, such as `relay.listening`. */
  readonly event: string;
}

/** Receives each line: fields for programs, and a message for people. */
export interface Logger {
  fatal(this: void, fields: LogFields, message: string): void;
  error(this: void, fields: LogFields, message: string): void;
  warn(this: void, fields: LogFields, message: string): void;
  info(this: void, fields: LogFields, message: string): void;
  debug(this: void, fields: LogFields, message: string): void;
}

export interface LogOptions {
  /** The lowest level that is written: `fatal`, `error`, `warn`, `info` or `debug`. */
  level: string;
  /** True to write lines for people; otherwise they are JSON. */
  isReadable: boolean;
}

export interface RelayOptions {
  /** The result of `readConfig`. */
  config: Config;
  log: Logger;
  /** The folder with the web console's build, if it is not next to the program. */
  consoleFolder?: string;
  /** The folder with the widget's build, if it is not next to the program. */
  widgetFolder?: string;
}

/** A relay that doesn't listen yet: connected, migrated and seeded. */
export interface Relay {
  /**
   * Starts to listen.
   * @throws {ConfigError} naming HOST or PORT if it can't listen; everything is closed then
   */
  start(this: void): Promise<void>;
  /** Returns the address that it listens at. Call it after `start`. */
  address(this: void): string;
  /** Drains: tells sockets to reconnect, finishes what was accepted, then closes everything. */
  stop(this: void): Promise<void>;
}

/**
 * Reads and checks every setting of docs/OPERATIONS.md.
 *
 * @throws {ConfigError} naming every variable that is wrong
 * @example
 * const config = readConfig({ ...process.env, PORT: '0' });
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  return readSettings(env);
}

/**
 * Writes lines to stderr.
 *
 * @example
 * const log = createLog({ level: 'info', isReadable: false });
 */
export function createLog(options: LogOptions): Logger {
  return createJsonLog(options);
}

/**
 * Connects to the database, migrates it, and builds a relay. If that fails, everything is closed again.
 *
 * @throws {ConfigError} naming the database that can't be used, or that another relay uses
 * @throws {UnreachableError} if the database stays unreachable
 * @throws {TypeError} for settings that `readConfig` has not returned
 * @example
 * const relay = await createRelay({ config, log });
 * await relay.start();
 */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { config, ...rest } = options;
  if (!isRead(config)) throw new TypeError('config must be the result of readConfig');
  const { start, address, stop } = await buildRelay({ ...rest, config });
  return { start, address, stop };
}

/** True if the settings are complete. A copy with other values is accepted. */
function isRead(config: Config): config is Settings {
  return 'limits' in config && 'masterKeys' in config;
}
