import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const { CLAMD_HOST: host = '127.0.0.1', CLAMD_PORT: port = '3310' } = process.env;

/**
 * Sends the chunks to clamd by INSTREAM: each with its length before it, and a length of 0 at the end.
 * @param {AsyncIterable<Buffer>} chunks
 * @returns {Promise<'clean' | 'infected'>}
 */
export async function scan(chunks) {
  const socket = connect({ host, port: Number(port), timeout: 30_000 });
  socket.on('timeout', () => socket.destroy(new Error('clamd does not answer')));
  const answer = text(socket);
  answer.catch(() => undefined); // its error also ends the writing
  try {
    await write(socket, 'zINSTREAM\0');
    for await (const chunk of chunks) {
      await write(socket, lengthOf(chunk.length));
      await write(socket, chunk);
    }
    await write(socket, lengthOf(0));
    return resultIn(await answer);
  } finally {
    socket.destroy();
  }
}

/** @param {string} answer */
function resultIn(answer) {
  if (answer === 'stream: OK\0') return 'clean';
  if (/^stream: .* FOUND\0/.test(answer)) return 'infected';
  throw new Error(`clamd answered ${JSON.stringify(answer)}`);
}

/**
 * @param {import('node:net').Socket} socket
 * @param {Buffer | string} bytes
 */
async function write(socket, bytes) {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** @param {number} bytes */
function lengthOf(bytes) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
