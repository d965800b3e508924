import ky, { HTTPError, TimeoutError } from 'ky';
import { readSample, type Sample } from './metrics';

/** A node of a relay, as seen from here. */
export interface Node {
  /** Host and port. */
  readonly name: string;
  readonly url: string;
  /** The last two samples, without a failure between them; null if there are none. */
  readonly before: Sample | null;
  readonly after: Sample | null;
  /** Since when its metrics can't be read, in ms, and why. */
  readonly failure: { sinceMs: number; reason: string } | null;
  /** Reads its metrics once. Never rejects. */
  poll(): Promise<void>;
}

const TIMEOUT_MS = 3_000;

/** @param url of its metrics */
export function createNode(url: string): Node {
  const node = {
    name: new URL(url).host,
    url,
    before: null as Sample | null,
    after: null as Sample | null,
    failure: null as Node['failure'],
    poll: async (): Promise<void> => {
      try {
        const text = await ky
          .get(url, { retry: 0, timeout: TIMEOUT_MS, redirect: 'error', cache: 'no-store' })
          .text();
        const sample = readSample(text, Date.now());
        if (!sample.series.some(({ name }) => name.startsWith('relay_'))) {
          throw new NoRelay('these are not the metrics of a relay');
        }
        node.before = node.failure ? null : node.after;
        node.after = sample;
        node.failure = null;
      } catch (error) {
        node.failure = { sinceMs: node.failure?.sinceMs ?? Date.now(), reason: reasonOf(error) };
      }
    },
  };
  return node;
}

class NoRelay extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof NoRelay) return error.message;
  if (error instanceof TimeoutError) return `no answer within ${TIMEOUT_MS / 1000} s`;
  if (error instanceof HTTPError) return `it answers ${error.response.status}`;
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  return REASONS[code ?? ''] ?? code ?? 'the connection failed';
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host does not exist',
  UND_ERR_SOCKET: 'the connection was closed',
};
