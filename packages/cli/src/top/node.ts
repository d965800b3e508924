import ky, { HTTPError } from 'ky';
import { networkFailure } from '../relay/network-failure';
import { readSample, type Sample } from './metrics';

/** A node of a relay, and its latest metrics. */
export interface Node {
  /** The host and port. */
  readonly name: string;
  readonly url: string;
  /** The last two samples, without a failure between them; null if there are none. */
  readonly before: Sample | null;
  readonly after: Sample | null;
  /** The time since which its metrics can't be read, in ms, and the reason. */
  readonly failure: { sinceMs: number; reason: string } | null;
  /** Reads its metrics once. Never rejects. */
  poll(): Promise<void>;
}

const TIMEOUT_MS = 3_000;

/** @param url the address of the node's metrics */
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
          throw new NoRelayError('these are not the metrics of a relay');
        }
        node.before = node.failure ? null : node.after;
        node.after = sample;
        node.failure = null;
      } catch (error) {
        node.failure = {
          sinceMs: node.failure?.sinceMs ?? Date.now(),
          reason: reasonOf(error, url),
        };
      }
    },
  };
  return node;
}

class NoRelayError extends Error {}

function reasonOf(error: unknown, url: string): string {
  if (error instanceof NoRelayError) return error.message;
  if (error instanceof HTTPError) return `it answers ${error.response.status}`;
  return networkFailure(error, url).reason;
}
