import type { LinkTo } from '../../attachments/links';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Boom from '@hapi/boom';
import Hapi from '@hapi/hapi';
import { plugin as nesPlugin, type Nes } from '@hapi/nes';
import { registerConsoleScheme, type PresentedToken } from '../../accounts/sessions/console-scheme';
import { readSessionCookie, sessionCookie } from '../../accounts/sessions/session-cookie';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { registerErrorResponses } from '../../platform/http/server/error-response';
import { refuseUpgrade } from '../../platform/http/server/upgrade';
import type { RunningWork } from '../../platform/event-loop/running-work';
import type { Logger } from '../../platform/log';
import type { InboxScope } from '../../operators/inbox-scope';
import type { TenantDirectory } from '../../tenants/directory';
import type { ConsolePrincipal } from '../../workspaces/principal';
import { guardFeeds } from './feed-guard';
import { createFeedUpdates } from './feed-updates';
import { createFollowedTenants } from './followed-tenants';
import { takeOver } from './nes-internals';
import { createFeedListChanges } from './feed-list-changes';
import { createFeedSubscriptions, INBOX, type FeedSocket } from './feed-subscriptions';
import type { Hub } from '../live/hub';
import type { SocketUpkeep } from '../sockets/keepalive';
import type { ConversationStore } from '../journal/store';

export const CONSOLE_FEED_PATH = '/api/v1/ws/console';

export interface ConsoleFeedOptions {
  clock: Clock;
  log: Logger;
  running: Pick<RunningWork, 'note'>;
  hub: Hub;
  store: ConversationStore;
  upkeep: SocketUpkeep;
  authenticate(presented: PresentedToken): Promise<ConsolePrincipal>;
  mayUseCookie(headers: IncomingHttpHeaders): boolean;
  inboxScope(accountId: string): Promise<InboxScope>;
  isMember(accountId: string, workspaceId: string): Promise<boolean>;
  directory: Pick<TenantDirectory, 'find'>;
  linkTo: LinkTo;
  /** Counts an upgrade. @throws {AppError} rate_limited */
  admit(request: IncomingMessage): Promise<void>;
}

export interface ConsoleFeed {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): Promise<void>;
  size(): number;
  /** Tenants of the operators who are connected to this node. */
  tenantIds(): Iterable<string>;
  workspaceIds(): string[];
  isWatching(conversationId: string): boolean;
}

const MAX_FRAME_BYTES = 16 * 1024;
const MAX_FEEDS_PER_ACCOUNT = 50;
/** Limit of upgrades whose hello has not been accepted yet. */
const MAX_UNAUTHENTICATED = 500;
const CHECK_INTERVAL_MS = 1_000;
const HEARTBEAT = { interval: 15_000, timeout: 5_000 };

/**
 * Operators' live feed: nes on a server that never listens, and gets its upgrades from the port's listener. Updates are
 * hints; `last_seq` tells a client what to fetch.
 */
export async function createConsoleFeed(options: ConsoleFeedOptions): Promise<ConsoleFeed> {
  const { hub, log } = options;
  const listener = createServer();
  const server = Hapi.server({ listener, autoListen: false, debug: false });
  // Only the guard puts a cookie into a hello, and only an accepted one.
  registerConsoleScheme(server, ({ raw }) => readSessionCookie(raw.req.headers.cookie));
  registerErrorResponses(server, log);
  const authenticate = (presented: PresentedToken) =>
    options.authenticate({ ...presented, isBackground: true });
  server.auth.strategy('console', 'console', {
    validate: (presented: PresentedToken) => authenticate(presented).catch(uncheckedUnlessRefused),
  });
  const sessions = new WeakMap<IncomingMessage, string>();
  await server.register({
    plugin: nesPlugin,
    options: {
      // The guard limits the time of a hello.
      auth: { type: 'direct', route: { strategy: 'console' }, timeout: false },
      heartbeat: HEARTBEAT,
      onConnection: (socket) => countFeeds(socket as unknown as FeedSocket),
    },
  });
  const { wss, sockets, write } = takeOver(server);
  const unauthenticated = new Set<Duplex>();
  guardFeeds(wss, {
    ...options,
    maxFrameBytes: MAX_FRAME_BYTES,
    sessionOf: (request) => sessions.get(request) ?? null,
    onOpen: (request) => unauthenticated.delete(request.socket),
  });
  const countFeeds = (socket: FeedSocket): void => {
    const { accountId } = principalOf(socket);
    const feeds = sockets().filter(({ auth }) => auth.credentials?.accountId === accountId);
    if (feeds.length > MAX_FEEDS_PER_ACCOUNT) throw Boom.tooManyRequests('too many feeds');
  };

  await server.initialize();

  const subscriptions = createFeedSubscriptions();
  /** @param check refuses by throwing */
  const offer = (
    path: string,
    check: (
      socket: FeedSocket,
      params: Record<string, string>,
    ) => Promise<(() => void) | undefined>,
  ): void => {
    const hooks = {
      auth: { mode: 'required' },
      // Awaited by nes, though its types don't say so.
      onSubscribe: (socket: FeedSocket, subscribed: string, params: Record<string, string>) =>
        subscriptions.add(socket, subscribed, () => check(socket, params)),
      onUnsubscribe: subscriptions.remove,
    };
    server.subscription(path, hooks as unknown as Nes.SubscriptionOptions);
  };
  offer(`${INBOX}{workspace_id}`, async (socket, { workspace_id = '' }) => {
    const { accountId } = principalOf(socket);
    if (!(await options.isMember(accountId, workspace_id))) throw Boom.notFound();
    const scope = await refreshScope(socket);
    await tenants.follow(scope.tenantIds());
    return undefined;
  });
  offer('/conversations/{conversation_id}', async (socket, { conversation_id = '' }) => {
    const scope = await refreshScope(socket);
    const found = await options.store.find(scope.tenantIds(), conversation_id);
    if (!found || !scope.maySee(found.session.tenantId, found.session.routingKey)) {
      throw Boom.notFound();
    }
    const following = hub.followSession(found.session.sessionId);
    // Wait for the bus: the client reads the conversation as soon as it is subscribed, and must miss no later change.
    await following.ready;
    return following.stop;
  });

  const tenants = createFollowedTenants(hub);
  const refreshScope = async (socket: FeedSocket): Promise<InboxScope> => {
    socket.app.scope = await options.inboxScope(principalOf(socket).accountId);
    return socket.app.scope;
  };

  /** Closes the feeds of ended sessions, and reads again what the other accounts may see. */
  const checkSockets = async (): Promise<void> => {
    for (const socket of sockets()) {
      const presented = socket.auth.artifacts;
      if (!socket.auth.credentials || presented === undefined) continue;
      try {
        await authenticate(presented);
        // A client whose new token could not be checked reconnects with a hello.
        if (socket.auth.credentials.accountId === UNCHECKED.accountId) void socket.disconnect();
        else if (socket.app.scope) await refreshScope(socket);
      } catch (error) {
        if (error instanceof AppError && error.status === 401) void socket.disconnect();
        else
          log.warn(
            { event: 'console_feed.check_failed', err: error },
            'could not check a console feed',
          );
      }
    }
    await tenants.set(tenantIds());
  };
  const tenantIds = (): Set<string> =>
    new Set(sockets().flatMap(({ app }) => app.scope?.tenantIds() ?? []));
  const endSession = (sessionId: string): void => {
    for (const socket of sockets()) {
      if (socket.auth.credentials?.sessionId === sessionId) void socket.disconnect();
    }
  };
  const guarded = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.error({ event: 'console_feed.failed', err: error }, 'a console feed failed'),
    );
  };
  const timer = setInterval(() => guarded(checkSockets()), CHECK_INTERVAL_MS);
  timer.unref();
  const isWatching = (conversationId: string): boolean =>
    subscriptions.has(`/conversations/${conversationId}`);
  const publishUpdates = createFeedUpdates({ ...options, subscriptions, write });
  const listChanges = createFeedListChanges({
    subscriptions,
    write,
    refreshScope: async (socket) => {
      const scope = await refreshScope(socket);
      await tenants.follow(scope.tenantIds());
      return scope;
    },
    onFailed: (error) =>
      log.error({ event: 'console_feed.failed', err: error }, 'a console feed failed'),
  });
  const unwatch = hub.watch((notice) => {
    if (sockets().length === 0) return;
    if (notice.kind === 'list-changed') return listChanges.add(notice);
    // Handled before any look-up: no later update may reach the feed.
    if (notice.kind === 'console-session-over') endSession(notice.sessionId);
    guarded(publishUpdates(notice));
  });

  return {
    accept: (request, socket, head) => {
      const token = readSessionCookie(request.headers.cookie);
      if (token !== null && options.mayUseCookie(request.headers)) {
        sessions.set(request, sessionCookie(token));
      }
      // nes would treat a cookie as credentials, and hapi refuse other programs' cookies as malformed.
      delete request.headers.cookie;
      if (unauthenticated.size >= MAX_UNAUTHENTICATED) {
        return refuseUpgrade(socket, '503 Service Unavailable');
      }
      unauthenticated.add(socket);
      socket.once('close', () => unauthenticated.delete(socket));
      options.admit(request).then(
        () => listener.emit('upgrade', request, socket, head),
        () => refuseUpgrade(socket, '429 Too Many Requests'),
      );
    },
    stop: async () => {
      unwatch();
      clearInterval(timer);
      listChanges.stop();
      await server.stop({ timeout: 1_000 });
    },
    size: () => sockets().length,
    tenantIds,
    workspaceIds: () =>
      [...subscriptions.paths()]
        .filter((path) => path.startsWith(INBOX))
        .map((path) => path.slice(INBOX.length)),
    isWatching,
  };
}

/**
 * nes responds with 401 to every failed check, which tells clients that they are signed out. While the database can't
 * look up a token, the check passes with this principal, and the feed is refused with 503.
 */
const UNCHECKED: ConsolePrincipal = {
  accountId: '',
  sessionId: '',
  email: '',
  displayName: '',
  isSystem: false,
  session: { kind: 'bearer', idleEndsAt: null, confirmedUntil: null, isConfirmed: false },
};

function uncheckedUnlessRefused(error: unknown): ConsolePrincipal {
  if (error instanceof AppError && error.status === 401) throw error;
  return UNCHECKED;
}

function principalOf(socket: FeedSocket): ConsolePrincipal {
  const { credentials } = socket.auth;
  if (!credentials) throw Boom.unauthorized();
  if (credentials.accountId === UNCHECKED.accountId) throw Boom.serverUnavailable();
  return credentials;
}
