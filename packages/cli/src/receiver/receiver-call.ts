import { request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { EXIT, ExitError } from '../errors';
import { networkFailure, reasonFor } from '../relay/network-failure';

/** The relay waits as long for an answer. */
const TIMEOUT_MS = 10_000;
/** The relay reads as much of an answer. */
const READ_BYTES = 64 * 1024;

/** A header's value; a list is sent as that many headers. */
export type HeaderValues = Record<string, string | string[]>;

/**
 * What a receiver answered, or why there is no answer: a code such as `ECONNREFUSED` or `timeout`, and its reason in
 * words.
 */
export type ReceiverAnswer = { durationMs: number } & (
  | { status: number; text: string; failure: null; reason: null }
  | { status: null; text: ''; failure: string; reason: string }
);

/** One POST as the relay sends it: its own connection, no redirect followed, 10 s in all. Never rejects. */
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
      // A kept connection may be closed by the peer just as the next request is sent.
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

/** Whether the failure means that nothing answers at that address, for any event. */
export function isAway({ failure }: ReceiverAnswer): boolean {
  return failure !== null && AWAY.includes(failure);
}

const AWAY = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Whether the receiver accepted the event: any 2xx, as for the relay. */
export function isTaken({ status }: ReceiverAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The address without slashes at its end. @throws {ExitError} 2 when it is not valid */
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
