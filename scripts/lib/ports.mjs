import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** @param {number} port 0 for any @returns {Promise<number | undefined>} the port, if it could be had */
function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const got = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(got));
    });
  });
}

export async function anyFreePort() {
  const port = await tryPort(0);
  if (port === undefined) throw new Error('no free port on 127.0.0.1');
  return port;
}

/** The first free port from this one on. @param {number} first @param {ReadonlySet<number>} [reserved] */
export async function freePortFrom(first, reserved = new Set()) {
  for (let port = first; port < first + 100; port += 1) {
    if (!reserved.has(port) && (await tryPort(port)) !== undefined) return port;
  }
  throw new Error(`no free port from ${first} to ${first + 99}`);
}

/**
 * Whether a server responds on this port. `greeting` is sent to servers that don't speak first.
 * @param {number} port @param {string} greeting
 */
function answers(port, greeting) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 });
    /** @param {boolean} result */
    const finish = (result) => {
      socket.destroy();
      resolve(result);
    };
    if (greeting !== '') socket.write(greeting);
    socket.once('data', () => finish(true));
    for (const event of ['error', 'timeout', 'end']) socket.once(event, () => finish(false));
  });
}

/** @param {number} port @param {{ greeting?: string, timeoutMs: number, isAlive: () => boolean }} options */
export async function waitUntilAnswering(port, { greeting = '', timeoutMs, isAlive }) {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && isAlive()) {
    if (await answers(port, greeting)) return true;
    await delay(50);
  }
  return false;
}
