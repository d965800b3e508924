import type { Dispatcher } from 'undici';
import { SECOND } from '../../platform/clock';

/** A model behind an OpenAI-compatible API. */
export interface ProviderAddress {
  /** The base address; the path of a call is appended. */
  url: string;
  apiKey: string;
  model: string;
}

export interface Failed {
  ok: false;
  why: 'timeout' | 'unreachable' | 'refused' | 'broken';
  retryAfterMs: number | null;
}

export interface ProviderCall<Answer> {
  path: string;
  accept: string;
  body: object;
  signal: AbortSignal;
  /** Reads the body of a 200. */
  read(body: AsyncIterable<Buffer>): Promise<Answer>;
}

const MAX_RETRY_AFTER_MS = 600 * SECOND;

/** Calls once. Never rejects. */
export async function askProvider<Answer>(
  dispatcher: Dispatcher,
  { url, apiKey }: ProviderAddress,
  { path, accept, body, signal, read }: ProviderCall<Answer>,
): Promise<Answer | Failed> {
  const target = new URL(`${withoutSlash(url)}${path}`);
  try {
    const answer = await dispatcher.request({
      origin: target.origin,
      path: target.pathname,
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept,
        'accept-encoding': 'identity',
      },
      body: JSON.stringify(body),
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    answer.body.on('error', () => {}); // closing it early is no failure; the loop throws all others
    if (answer.statusCode !== 200) {
      answer.body.destroy();
      return failed('refused', retryAfterMs(answer.headers['retry-after']));
    }
    return await read(answer.body as AsyncIterable<Buffer>);
  } catch {
    return failed(signal.aborted ? 'timeout' : 'unreachable');
  }
}

export function failed(why: Failed['why'], after: number | null = null): Failed {
  return { ok: false, why, retryAfterMs: after };
}

function retryAfterMs(header: string | string[] | undefined): number | null {
  const seconds = Number([header].flat()[0] ?? NaN);
  return seconds > 0 ? Math.min(seconds * SECOND, MAX_RETRY_AFTER_MS) : null;
}

function withoutSlash(url: string): string {
  let end = url.length;
  while (url.charAt(end - 1) === '/') end--;
  return url.slice(0, end);
}
