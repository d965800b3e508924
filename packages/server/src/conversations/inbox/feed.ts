import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Boom from '@hapi/boom';
import Hapi from '@hapi/hapi';
import { plugin as nesPlugin, type Nes } from '@hapi/nes';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import { registerBearerScheme } from '../../platform/http/bearer';
import { registerErrorResponses } from '../../platform/http/error-response';
import { refuseUpgrade } from '../../platform/http/upgrade';
import type { Logger } from '../../platform/log';
import type { InboxScope } from '../../operators/inbox-scope';
import type { Tenant } from '../../tenants/tenant';
import type { ConsolePrincipal } from '../../workspaces/principal';
import { guardFeeds } from './feed-guard';
import { createFeedSubscriptions, type FeedSocket } from './feed-subscriptions';
import type { Hub, Notice } from '../live/hub';
import type { SocketUpkeep } from '../sockets/keepalive';
import type { ConversationStore } from '../journal/store';
import { inboxRow, messageView } from '../journal/views';

export const CONSOLE_FEED_PATH = '/api/v1/ws/console';

export interface ConsoleFeedOptions {
  clock: Clock;
  log: Logger;
  hub: Hub;
  store: ConversationStore;
  upkeep: SocketUpkeep;
  authenticate(token: string): Promise<ConsolePrincipal>;
  inboxScope(accountId: string): Promise<InboxScope>;
  isMember(accountId: string, workspaceId: string): Promise<boolean>;
  findTenant(tenantId: string): Promise<Tenant | null>;
  /** Counts an upgrade. @throws {AppError} rate_limited */
  admit(request: IncomingMessage): Promise<void>;
}

export interface ConsoleFeed {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stop(): Promise<void>;
  size(): number;
  /** Whose operators are here. */
  tenantIds(): Iterable<string>;
  /** Whether an operator on this node looks at the conversation. */
  isWatching(conversationId: string): boolean;
}

const MAX_FRAME_BYTES = 16 * 1024;
const MAX_FEEDS_PER_ACCOUNT = 50;
/** Upgrades whose hello has not been accepted yet. */
const MAX_UNAUTHENTICATED = 500;
const CHECK_INTERVAL_MS = 1_000;
const HEARTBEAT = { interval: 15_000, timeout: 5_000 };

/**
 * The operators' live feed: nes on a server that never listens, and gets its upgrades handed over.
 * Updates are hints; `last_seq` tells a client what to fetch.
 */
export async function createConsoleFeed(options: ConsoleFeedOptions): Promise<ConsoleFeed> {
  const { hub, log } = options;
  const listener = createServer();
  const server = Hapi.server({ listener, autoListen: false, debug: false });
  registerBearerScheme(server);
  registerErrorResponses(server, log);
  server.auth.strategy('console', 'bearer', {
    validate: (token: string) => options.authenticate(token).catch(uncheckedUnlessRefused),
  });
  await server.register({
    plugin: nesPlugin,
    options: {
      // The guard has the time limits of a hello.
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
    check: (socket: FeedSocket, params: Record<string, string>) => Promise<void>,
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
  offer('/inbox/{workspace_id}', async (socket, { workspace_id = '' }) => {
    const { accountId } = principalOf(socket);
    if (!(await options.isMember(accountId, workspace_id))) throw Boom.notFound();
    await refreshScope(socket);
  });
  offer('/conversations/{conversation_id}', async (socket, { conversation_id = '' }) => {
    const scope = await refreshScope(socket);
    const found = await options.store.find(scope.tenantIds(), conversation_id);
    if (!found || !scope.maySee(found.session.tenantId, found.session.routingKey)) {
      throw Boom.notFound();
    }
  });

  const refreshScope = async (socket: FeedSocket): Promise<InboxScope> => {
    socket.app.scope = await options.inboxScope(principalOf(socket).accountId);
    return socket.app.scope;
  };

  /** Not by nes, which awaits one subscriber's write before the next and queues without a bound. */
  const publish = (
    path: string,
    update: object,
    mayReceive: (scope: InboxScope) => boolean,
  ): void => {
    let text: string | undefined;
    for (const socket of subscriptions.of(path)) {
      if (!socket.app.scope || !mayReceive(socket.app.scope)) continue;
      text ??= JSON.stringify({ type: 'pub', path, message: update });
      write(socket, text);
    }
  };

  const hear = async (notice: Notice): Promise<void> => {
    if (sockets().length === 0) return;
    switch (notice.kind) {
      case 'change': {
        const { session, state } = notice;
        const mayReceive = (scope: InboxScope) =>
          scope.maySee(session.tenantId, session.routingKey);
        const path = `/conversations/${state.conversationId}`;
        for (const message of notice.messages) {
          publish(
            path,
            {
              type: 'message',
              conversation_id: state.conversationId,
              message: messageView(message),
              last_seq: state.lastSeq,
            },
            mayReceive,
          );
        }
        for (const { by, seq } of notice.receipts) {
          if (by !== 'visitor') continue;
          const conversation_id = state.conversationId;
          publish(path, { type: 'receipt', conversation_id, kind: 'read', seq }, mayReceive);
        }
        tellDelivered(notice);
        const tenant = await options.findTenant(session.tenantId);
        if (!tenant) return;
        const row = { type: 'conversation', conversation: inboxRow(session, state) };
        return publish(`/inbox/${tenant.workspaceId}`, row, mayReceive);
      }
      case 'typing': {
        const { conversationId, sender, state } = notice;
        const update = { type: 'typing', conversation_id: conversationId, sender, state };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'delivered': {
        if (notice.to !== 'agent') return;
        const { conversationId, seq } = notice;
        const update = { type: 'receipt', conversation_id: conversationId, kind: 'delivered', seq };
        return publish(`/conversations/${conversationId}`, update, servesTenantOf(notice));
      }
      case 'presence': {
        const { workspaceId, operatorId, status } = notice;
        return publish(
          `/inbox/${workspaceId}`,
          { type: 'presence', operator_id: operatorId, status },
          (scope) => scope.hasWorkspace(workspaceId),
        );
      }
      case 'console-session-over':
        // At once, and asking nobody: what is pushed next must not reach it any more.
        for (const socket of sockets()) {
          if (socket.auth.credentials?.sessionId === notice.sessionId) void socket.disconnect();
        }
        return;
    }
  };

  const isWatching = (conversationId: string): boolean =>
    subscriptions.has(`/conversations/${conversationId}`);

  /** Visitors learn that their message has reached an operator's screen. */
  const tellDelivered = (notice: Extract<Notice, { kind: 'change' }>): void => {
    const { session, state, messages } = notice;
    const last = messages.findLast((message) => message.sender === 'visitor');
    if (!last || !isWatching(state.conversationId)) return;
    hub.publish({
      kind: 'delivered',
      to: 'visitor',
      tenantId: session.tenantId,
      sessionId: session.sessionId,
      conversationId: state.conversationId,
      seq: last.seq,
    });
  };

  /** Whoever was signed out or lost a role loses the feed. */
  const checkSockets = async (): Promise<void> => {
    for (const socket of sockets()) {
      const token = socket.auth.artifacts?.token;
      if (!socket.auth.credentials || token === undefined) continue;
      try {
        await options.authenticate(token);
        // One whose new token could not be checked comes back with a hello.
        if (socket.auth.credentials.accountId === UNCHECKED.accountId) void socket.disconnect();
        else if (socket.app.scope) await refreshScope(socket);
      } catch (error) {
        if (error instanceof AppError && error.status === 401) void socket.disconnect();
        else log.warn({ err: error }, 'could not check a console feed');
      }
    }
  };
  const guarded = (work: Promise<void>): void => {
    work.catch((error: unknown) => log.error({ err: error }, 'the console feed failed'));
  };
  const timer = setInterval(() => guarded(checkSockets()), CHECK_INTERVAL_MS);
  timer.unref();
  const unwatch = hub.watch((notice) => guarded(hear(notice)));

  return {
    accept: (request, socket, head) => {
      // nes would take a cookie for credentials.
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
      await server.stop({ timeout: 1_000 });
    },
    size: () => sockets().length,
    tenantIds: () => new Set(sockets().flatMap(({ app }) => app.scope?.tenantIds() ?? [])),
    isWatching,
  };
}

/**
 * nes answers 401 to every check that fails, which tells operators that they are signed out. While the
 * database can't say whose a token is, it passes as this one, and the feed is refused with 503.
 */
const UNCHECKED: ConsolePrincipal = {
  accountId: '',
  sessionId: '',
  email: '',
  displayName: '',
  isSystem: false,
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

/** Typing and receipts reach only those who subscribed, which was checked for the whole conversation. */
function servesTenantOf({ tenantId }: { tenantId: string }): (scope: InboxScope) => boolean {
  return (scope) => scope.maySee(tenantId, null);
}

/**
 * The parts of nes that its API does not show: its ws server, to be guarded before any frame is
 * read, its list of sockets, and the WebSocket of each. Pinned to 14.0.1, with a test on each.
 */
function takeOver(server: Hapi.Server): {
  wss: WebSocketServer;
  sockets(): FeedSocket[];
  write(socket: FeedSocket, text: string): void;
} {
  const { _listener } = (
    server.plugins as unknown as {
      nes: { _listener: { _wss: WebSocketServer; _sockets: { _items: object } } };
    }
  ).nes;
  return {
    wss: _listener._wss,
    sockets: () => Object.values(_listener._sockets._items) as FeedSocket[],
    write: (socket, text) => (socket as unknown as { _ws: WebSocket })._ws.send(text),
  };
}
