import { createServer } from 'node:http';
import {
  memoryReplayStore,
  VerificationError,
  verifySignedRequest,
} from '@chat-relay/receiver-sdk';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { RequestError } from './operations.mjs';

const PATH = /^\/api\/v1\/totp\/([a-z]+)$/;
const MAX_BODY_BYTES = 4096;

/**
 * Takes requests that the relay has signed, and signs the answers in the same way: a code that is
 * said to be valid opens an account, so the relay believes no answer without a signature.
 * @param {{ tenantId: string, secret: string, answerTo: (op: string, body: string) => object }} options
 */
export function createAuthenticatorServer({ tenantId, secret, answerTo }) {
  const replayStore = memoryReplayStore();

  /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
  const serve = async (request, response) => {
    /** @param {number} status @param {object} data */
    const answer = (status, data) => {
      const body = JSON.stringify(data);
      const headers = signedHeaders({ tenantId, secret, timestampMs: Date.now(), body });
      response.writeHead(status, { ...headers, 'Content-Type': 'application/json' }).end(body);
    };
    try {
      if (request.url === '/healthz') return void response.end('alive\n');
      const op = PATH.exec(request.url ?? '')?.[1];
      if (request.method !== 'POST' || op === undefined) throw new RequestError(404, 'not_found');
      const body = await readBody(request);
      await verifySignedRequest({
        headers: request.headers,
        body,
        secrets: [secret],
        tenantId,
        replayStore,
      });
      answer(200, answerTo(op, body.toString('utf8')));
    } catch (error) {
      const code = error instanceof VerificationError || error instanceof RequestError;
      if (!code) console.error(error);
      const status = error instanceof RequestError ? error.status : code ? 401 : 500;
      answer(status, { error: { code: code ? error.code : 'internal_error' } });
    }
  };
  return createServer((request, response) => void serve(request, response));
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new RequestError(413, 'payload_too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
