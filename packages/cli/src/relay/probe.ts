import ky from 'ky';
import { RelayUnreachable } from './api';

/** The answer of a route outside the API: for machines, without an envelope. */
export interface Probe {
  status: number;
  body: Record<string, unknown>;
  tookMs: number;
  /** How far the relay's clock is ahead of this one, in seconds; null if the answer has no `Date`. */
  clockAheadS: number | null;
}

const TIMEOUT_MS = 5_000;

/** Calls one of those routes. @throws {RelayUnreachable} when no relay answers */
export async function probe(url: string, route: 'healthz' | 'readyz' | 'openapi.json') {
  const startMs = Date.now();
  let response: Response;
  let body: unknown;
  try {
    response = await ky(route, {
      prefixUrl: url,
      retry: 0,
      timeout: TIMEOUT_MS,
      throwHttpErrors: false,
      redirect: 'manual',
    });
    body = await response.json();
  } catch (error) {
    const message = `${url} does not answer as a chat relay does. Start the relay, or check --url.`;
    throw new RelayUnreachable(message, { cause: error });
  }
  const endMs = Date.now();
  return {
    status: response.status,
    body: isRecord(body) ? body : {},
    tookMs: endMs - startMs,
    clockAheadS: aheadS(response.headers.get('date'), (startMs + endMs) / 2),
  } satisfies Probe;
}

/** `Date` has whole seconds, rounded down: half a second is added. */
function aheadS(date: string | null, nowMs: number): number | null {
  const relayMs = Date.parse(date ?? '');
  return Number.isNaN(relayMs) ? null : Math.round((relayMs + 500 - nowMs) / 1000);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text for machines; null where there is none, such as behind a proxy that hides it. */
export async function readText(url: string, path: string): Promise<string | null> {
  try {
    return await ky.get(`${url}/${path}`, { timeout: TIMEOUT_MS, retry: 0 }).text();
  } catch {
    return null;
  }
}
