import { createServer } from 'node:net';
import type { Config } from '../config/config';
import { explainListenFailure } from './start-failures';

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
