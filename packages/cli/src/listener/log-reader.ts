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
  /** True if the next reading should be a sweep. */
  wantsSweep(): boolean;
  /** True if enough callbacks are queued. */
  isFull(): boolean;
  onRelayAway(error: Error): void;
  onRelayBack(): void;
}

const ROUTE = 'console/fetch/callbacks';
const PAGE = 200;
const POLL_MS = 1_000;
/** In ms. Transactions that ran at the same time become visible in any order, mostly within this time. */
const TAIL_MS = 2_000;
const SWEEP_EVERY_MS = 10_000;
/** In ms. After this time every transaction has ended, even if the nodes' clocks differ. */
export const SETTLED_MS = 60_000;

/** The time just after a tenant's newest callback; 1970 if there is none. It comes from the relay's clock alone. */
export async function endOfLogMs(api: Api, tenantId: string): Promise<number> {
  const { callbacks } = await api.get(ROUTE, {
    query: { tenant_id: tenantId, limit: 1 },
  });
  const [newest] = callbacks;
  return newest ? Date.parse(newest.created_at) + 1 : 0;
}

/**
 * Follows a tenant's log from a time on, until `signal` ends it. Each second it reads what is new. Every 10 s it reads
 * the last minute again (a sweep), in which a callback may have become visible late.
 * @throws {ExitError} if the relay refuses permanently
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
  // Never before `sinceMs`, the time up to which the position has dropped its ids.
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
