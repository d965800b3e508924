import { buildRelay, type Relay, type RelayOptions } from './build-relay';

export { ConfigError, type Config } from '../config/config';
export { readConfig } from '../config/read-config';
export { Unreachable } from '../config/start-failures';
export { createLog, type Logger } from '../platform/log';
export type { Relay, RelayOptions };

/**
 * Builds a relay that doesn't listen yet.
 * @throws {ConfigError} naming the database that can't be used, or that another relay uses
 * @throws {Unreachable} when the database stays unreachable
 */
export function createRelay(options: RelayOptions): Promise<Relay> {
  return buildRelay(options);
}
