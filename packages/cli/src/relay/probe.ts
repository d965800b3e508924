import { RelayUnreachableError } from './api';
import type { HttpAnswer } from './foreign-answer';
import { networkFailure, unreachable } from './network-failure';

/** The response to a call without a login. */
export interface Probe extends HttpAnswer {
  /** The JSON object in the response; empty for anything else. */
  body: Record<string, unknown>;
  tookMs: number;
  /** In seconds. How far the other clock is ahead of this one; null if the response has no `Date`. */
  clockAheadS: number | null;
}

const TIMEOUT_MS = 5_000;
/** In bytes. More than the API's description has. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Calls a path without a login. @throws {RelayUnreachableError} if there is no HTTP response */
export async function probe(url: string, path: string): Promise<Probe> {
  const startMs = Date.now();
  try {
    const response = await fetch(`${url}/${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const endMs = Date.now();
    const { status, headers } = response;
    const text = await readText(response);
    const clockAheadS = aheadS(headers.get('date'), (startMs + endMs) / 2);
    return { status, headers, text, body: parse(text), tookMs: endMs - startMs, clockAheadS };
  } catch (error) {
    const failure = networkFailure(error, url);
    throw new RelayUnreachableError(unreachable(url, failure), { cause: error, failure });
  }
}

async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    size += (chunk as Uint8Array).length;
    if (size > MOST_BYTES) break;
  }
  return text;
}

/** `Date` has whole seconds, rounded down, so half a second is added. */
function aheadS(date: string | null, nowMs: number): number | null {
  const relayMs = Date.parse(date ?? '');
  return Number.isNaN(relayMs) ? null : Math.round((relayMs + 500 - nowMs) / 1000);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
