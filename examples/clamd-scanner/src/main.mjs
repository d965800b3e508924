import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { signatureOf } from '@chat-relay/receiver-sdk/signature';
import { scan } from './clamd.mjs';

const { SCAN_SECRET: secret = '', PORT = '8084' } = process.env;
if (secret.length < 32) {
  console.error('Set SCAN_SECRET to the SCAN_SECRET of the relay, of at least 32 bytes.');
  process.exit(78);
}
const TOLERANCE_MS = 300_000;

const server = createServer((request, response) => {
  resultOf(request).then(
    (result) => {
      response.writeHead(result === null ? 401 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ scan: result }));
    },
    (error) => {
      // The relay tries again later, and keeps the file closed until then.
      console.error(error instanceof Error ? error.message : error);
      response.writeHead(503).end();
    },
  );
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`SCAN_URL=http://127.0.0.1:${port}`);
});

/**
 * Hands the bytes on as they come, so that no file is in memory as a whole. Null: the relay has not signed them.
 * @param {import('node:http').IncomingMessage} request
 */
async function resultOf(request) {
  const hash = createHash('sha256');
  const result = await scan(hashed(request, hash));
  const timestampMs = Number(request.headers['x-service-timestamp']);
  if (!(Math.abs(Date.now() - timestampMs) <= TOLERANCE_MS)) return null;
  const bodySha256 = hash.digest('hex');
  const expected = Buffer.from(signatureOf({ secret, timestampMs, bodySha256 }));
  const given = Buffer.from(String(request.headers['x-service-signature']));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? result : null;
}

/**
 * @param {AsyncIterable<Buffer>} chunks
 * @param {import('node:crypto').Hash} hash
 */
async function* hashed(chunks, hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
