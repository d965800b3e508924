import type { Client } from '@hapi/nes/lib/client';
import { refusalFor, type Refusal } from './refusal';
import { backoffMs } from './retry';
import type { Link } from '../state';
import type { FeedUpdate } from '@chat-relay/server/wire/conversations/live';
import { readUpdate } from '../wire';

/** The live feed, over reconnects. */
export interface Feed {
  /** Subscribes also to messages, typing and receipts of this conversation; null unsubscribes. */
  watch(conversationId: string | null): void;
  /** Reconnects now: the network is back. */
  wake(): void;
  close(): Promise<void>;
}

export interface FeedOptions {
  /** Creates a nes client. Each connection gets its own. */
  createClient(): Client;
  /** Authentication of each hello; null if the relay knows the session by its cookie. */
  auth(): { headers: Record<string, string> } | null;
  workspaceIds: readonly string[];
  onUpdate(update: FeedUpdate): void;
  /** Called with each change of the connection. After `live`, missed updates have to be fetched. */
  onLink(link: Link): void;
  /**
   * Called when the sign-in has ended (`signed-out`), or the account has left the workspace (`refused`). The feed does
   * not reconnect.
   */
  onRefused(refusal: Refusal): void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A connection that lasts this long is stable: the back-off starts over. */
const STABLE_MS = 5_000;

/**
 * Connects, and reconnects with full jitter. nes's own reconnection has no jitter and gives up after a refused hello,
 * so each connection gets a new client.
 */
export function openFeed(options: FeedOptions): Feed {
  let client: Client | null = null;
  /** The client whose hello is confirmed: before that the relay accepts nothing else from it. */
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
    // An operator who may not see the conversation is refused here and by its fetch, which shows the message.
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
    // nes reports a failed socket before it closes, and stops listening to it. Other errors close no connection.
    opened.onError = ({ type }) => {
      if (type === 'ws' && connected === opened) lose(opened);
    };
    // nes reports the disconnect of a refused hello before the reason: wait for the reason.
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
        // A conversation that is gone or no longer visible must not block the feed.
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
