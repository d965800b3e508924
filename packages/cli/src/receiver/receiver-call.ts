import { request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { EXIT, ExitError } from '../errors';
import { networkFailure, reasonFor } from '../relay/network-failure';

/** In ms. The time that the relay waits for a response, too. */
const TIMEOUT_MS = 10_000;
/** In bytes. The part of a response that the relay reads, too. */
const READ_BYTES = 64 * 1024;

/** The values of headers. A list is sent as several headers. */
export type HeaderValues = Record<string, string | string[]>;

/**
 * A receiver's response. If there is none, `failure` is a code such as `ECONNREFUSED` or `timeout`, and `reason` says
 * it in words.
 */
export type ReceiverAnswer = { durationMs: number } & (
  | { status: number; text: string; failure: null; reason: null }
  | { status: null; text: ''; failure: string; reason: string }
);

/** Sends a POST in the relay's way: on its own connection, without redirects, within 10 s. Never rejects. */
export async function callReceiver(
  url: string,
  { headers, body, signal }: { headers: HeaderValues; body: string | Buffer; signal?: AbortSignal },
): Promise<ReceiverAnswer> {
  const startedMs = Date.now();
  const end = new AbortController();
  const cut = (): void => end.abort(new Error('cut'));
  const timer = setTimeout(() => end.abort(new Error('timeout')), TIMEOUT_MS);
  signal?.addEventListener('abort', cut);
  try {
    const { status, text } = await exchange(url, headers, body, end.signal);
    return { status, text, failure: null, reason: null, durationMs: Date.now() - startedMs };
  } catch (error) {
    const durationMs = Date.now() - startedMs;
    if (end.signal.aborted) {
      const failure = (end.signal.reason as Error).message;
      return { status: null, text: '', failure, reason: reasonFor(failure), durationMs };
    }
    const { code, reason } = networkFailure(error, url);
    return { status: null, text: '', failure: code || reason, reason, durationMs };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cut);
  }
}

function exchange(
  url: string,
  headers: HeaderValues,
  body: string | Buffer,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const request = url.startsWith('https:') ? requestEncrypted : requestPlain;
  const length = Buffer.byteLength(body);
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': length },
      // A connection that is reused may be closed by the peer just when the next request is sent.
      agent: false,
      signal,
    });
    call.on('error', reject);
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = (): void => {
        const text = Buffer.concat(chunks).subarray(0, READ_BYTES).toString('utf8');
        resolve({ status: response.statusCode ?? 0, text });
        call.destroy(); // drops what is unsent or unread
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= READ_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    call.end(body);
  });
}

/** True if the failure means that nothing responds at that address, for any event. */
export function isAway({ failure }: ReceiverAnswer): boolean {
  return failure !== null && AWAY.includes(failure);
}

const AWAY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** True if the receiver accepted the event: any 2xx, by the relay's rule. */
export function isTaken({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Returns the address without slashes at its end. @throws {ExitError} 2 if it is not valid */
export function receiverAddress(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isUsable =
    (url?.protocol === 'http:' || url?.protocol === 'https:') &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '';
  if (url && isUsable) return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  throw new ExitError(EXIT.usage, `${option} must be like http://localhost:3000.`);
}
