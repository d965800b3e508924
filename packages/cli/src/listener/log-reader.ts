import { EXIT, ExitError } from '../errors';
import type { Api } from '../relay/api';
import type { ResponseTo } from '@chat-relay/server/wire';
import type { ListedCallback } from '@chat-relay/server/wire/callbacks/console';
import { isPassing, waitToRetry } from '../relay/retry';
import { pause } from '@chat-relay/desk/relay/pause';
import type { LoggedCallback } from './turns';

/** Receives what a reader of the log finds. */
export interface LogListener {
  beginSweep(): void;
  found(callbacks: LoggedCallback[]): void;
  endSweep(): void;
  /** Whether the next reading should be a sweep. */
  wantsSweep(): boolean;
  /** Whether there is enough work queued. */
  isFull(): boolean;
  onRelayAway(error: Error): void;
  onRelayBack(): void;
}

const ROUTE = 'console/fetch/callbacks';
const PAGE = 200;
const POLL_MS = 1_000;
/** Transactions that ran at the same time become visible in any order, mostly within this time. */
const TAIL_MS = 2_000;
const SWEEP_EVERY_MS = 10_000;
/** After this time each transaction has ended, even with the clocks of all nodes allowed for. */
export const SETTLED_MS = 60_000;

/** The time after a tenant's newest callback; 1970 if there is none. No clocks are compared. */
export async function endOfLogMs(api: Api, tenantId: string): Promise<number> {
  const { callbacks } = await api.get(ROUTE, {
    query: { tenant_id: tenantId, limit: 1 },
  });
  const [newest] = callbacks;
  return newest ? Date.parse(newest.created_at) + 1 : 0;
}

/**
 * Follows a tenant's log from a time on until `signal` ends it. Each second it reads what is new, and every 10
 * s it reads the last minute again, where a callback may have become visible late.
 * @throws {ExitError} when the relay refuses permanently
 */
export async function followLog(
  api: Api,
  { tenantId, sinceMs }: { tenantId: string; sinceMs: number },
  listener: LogListener,
  signal: AbortSignal,
): Promise<void> {
  let newestMs = sinceMs;
  let sweptAtMs = 0;
  let failures = 0;
  // Never before the time that the position has dropped: it follows the same newest callback.
  const from = (marginMs: number): number => Math.max(sinceMs, newestMs - marginMs);

  while (!signal.aborted) {
    const isSweep = listener.wantsSweep() || Date.now() - sweptAtMs >= SWEEP_EVERY_MS;
    try {
      if (isSweep) listener.beginSweep();
      await readSince(from(isSweep ? SETTLED_MS : TAIL_MS));
      if (isSweep) {
        listener.endSweep();
        sweptAtMs = Date.now();
      }
      if (failures > 0) listener.onRelayBack();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Error) || !isPassing(error)) throw error;
      if (failures === 0) listener.onRelayAway(error);
      await waitToRetry(error, failures, signal);
      failures += 1;
      continue;
    }
    await pause(POLL_MS, signal);
  }

  async function readSince(timeMs: number): Promise<void> {
    const query = {
      tenant_id: tenantId,
      since: new Date(timeMs).toISOString(),
      order: 'asc',
      bodies: 'true',
      limit: PAGE,
    };
    let cursor: string | null = null;
    do {
      while (listener.isFull() && !signal.aborted) await pause(POLL_MS, signal);
      if (signal.aborted) return;
      const page: ResponseTo<typeof ROUTE> = await api.get(ROUTE, {
        query: { ...query, ...(cursor !== null && { cursor }) },
      });
      const callbacks = page.callbacks.map(loggedOf);
      newestMs = Math.max(newestMs, ...callbacks.map(({ createdAtMs }) => createdAtMs));
      listener.found(callbacks);
      cursor = page.next_cursor;
    } while (cursor !== null);
  }
}

function loggedOf(callback: ListedCallback): LoggedCallback {
  if (callback.body_text === undefined) {
    const message = 'This relay is too old: it does not show the bytes of callbacks.';
    throw new ExitError(EXIT.failed, message);
  }
  return {
    eventId: callback.event_id,
    conversationId: callback.conversation_id,
    event: callback.event,
    sequence: callback.sequence,
    isCopy: callback.replay_of !== null,
    createdAtMs: Date.parse(callback.created_at),
    bodyText: callback.body_text,
  };
}
