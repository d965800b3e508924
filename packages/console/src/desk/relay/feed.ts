import type { Client } from '@hapi/nes/lib/client';
import { refusalFor, type Refusal } from './refusal';
import { backoffMs } from './retry';
import type { Link } from '../state';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import { readUpdate } from '../wire';

/** The live feed over all its connections. */
export interface Feed {
  /** Also subscribes to messages, typing and receipts of this conversation; null for none. */
  watch(conversationId: string | null): void;
  /** Tries at once when an attempt is waited for: the network is back. */
  wake(): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  /** A nes client for one connection. It is given up with the connection. */
  createClient(): Client;
  /** What each hello carries; null where the relay knows the session by a cookie. */
  auth(): { headers: Record<string, string> } | null;
  workspaceIds: readonly string[];
  onUpdate(update: FeedUpdate): void;
  /** `live` means that earlier messages have to be fetched, because some may have been missed. */
  onLink(link: Link): void;
  /**
   * The sign-in has ended (`signed-out`), or the account no longer belongs to the workspace
   * (`refused`). Nothing is tried again.
   */
  onRefused(refusal: Refusal): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** After this long a connection counts as stable: the next failure counts from 0. */
const STABLE_MS = 5_000;

/**
 * Connects, and connects again after each loss with full jitter. nes's own reconnection has no
 * jitter and gives up after a refused hello, so each connection gets a client of its own.
 */
export function openFeed(options: FeedOptions): Feed {
  let client: Client | null = null;
  /** The client, once its hello is answered: before that the relay accepts nothing else from it. */
  let connected: Client | null = null;
  let watched: string | null = null;
  let failures = 0;
  let isClosed = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let stableTimer: ReturnType<typeof setTimeout> | undefined;

  const hear = (message: unknown): void => {
    const update = readUpdate(message);
    if (update && !isClosed) options.onUpdate(update);
  };

  const pathOf = (conversationId: string): string => `/conversations/${conversationId}`;

  const follow = (feed: Client, before: string | null): void => {
    if (watched === before) return;
    if (before !== null) void feed.unsubscribe(pathOf(before)).catch(() => {});
    // Refused if the operator may not see it: then its fetch is refused too, with a message.
    if (watched !== null) feed.subscribe(pathOf(watched), hear).catch(() => {});
  };

  const lose = (lost: Client, error?: unknown): void => {
    if (client !== lost) return;
    client = connected = null;
    clearTimeout(stableTimer);
    void lost.disconnect();
    if (isClosed) return;
    const refusal = refusalOf(error);
    if (refusal) return options.onRefused(refusal);
    const delayMs = backoffMs(failures++);
    options.onLink({ kind: 'away', retryAtMs: Date.now() + delayMs });
    retryTimer = setTimeout(connect, delayMs);
  };

  const connect = (): void => {
    const opened = options.createClient();
    client = opened;
    const watchedInHello = watched;
    // A socket that fails reports it before its end, and nes listens to it no longer. Other errors end no connection.
    opened.onError = ({ type }) => {
      if (type === 'ws' && connected === opened) lose(opened);
    };
    // A refused hello disconnects before its reason arrives: wait for the reason until then.
    opened.onDisconnect = () => {
      if (connected === opened) lose(opened);
    };
    opened.onHeartbeatTimeout = () => lose(opened);
    for (const id of options.workspaceIds) void opened.subscribe(`/inbox/${id}`, hear);
    if (watched !== null) void opened.subscribe(pathOf(watched), hear);
    const auth = options.auth();
    opened.connect({ ...(auth && { auth }), reconnect: false, timeout: CONNECT_TIMEOUT_MS }).then(
      () => {
        if (client !== opened) return;
        connected = opened;
        follow(opened, watchedInHello);
        stableTimer = setTimeout(() => (failures = 0), STABLE_MS);
        options.onLink({ kind: 'live' });
      },
      (error: unknown) => {
        // A conversation that is gone or no longer visible must not block the queue.
        if (refusedPath(error)?.startsWith('/conversations/')) watched = null;
        lose(opened, error);
      },
    );
  };

  connect();
  return {
    wake: () => {
      if (client || isClosed) return;
      clearTimeout(retryTimer);
      connect();
    },
    watch: (conversationId) => {
      const before = watched;
      watched = conversationId;
      if (connected) follow(connected, before);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(retryTimer);
      clearTimeout(stableTimer);
      const last = client;
      client = connected = null;
      await last?.disconnect();
    },
  };
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 401) {
    return refusalFor(401, { code: 'token_invalid' });
  }
  if (!refusedPath(error)?.startsWith('/inbox/')) return null;
  return refusalFor(404, { code: 'not_found' });
}

function refusedPath(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string'
    ? error.path
    : undefined;
}
