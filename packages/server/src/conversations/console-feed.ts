import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import Boom from '@hapi/boom';
import Hapi from '@hapi/hapi';
import { plugin as nesPlugin, type Nes } from '@hapi/nes';
import type { WebSocket, WebSocketServer } from 'ws';
import { AppError } from '../errors';
import { registerBearerScheme } from '../http/bearer';
import { registerErrorResponses } from '../http/error-response';
import type { Logger } from '../log';
import type { InboxScope } from '../operators/inbox-scope';
import type { Tenant } from '../tenants/tenant';
import type { ConsolePrincipal } from '../workspaces/principal';
import { guardFeed } from './feed-guard';
import type { Hub, Notice } from './hub';
import type { SocketUpkeep } from './socket-upkeep';
import type { ConversationStore } from './store';
import { inboxRow, messageView } from './views';

export const CONSOLE_FEED_PATH = '/api/v1/ws/console';

export interface ConsoleFeedOptions {
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
  start(): Promise<void>;
  stop(): Promise<void>;
  size(): number;
  /** Whose operators are here. */
  tenantIds(): Iterable<string>;
  /** Whether an operator on this node looks at the conversation. */
  isWatching(conversationId: string): boolean;
}

const MAX_FRAME_BYTES = 16 * 1024;
const CHECK_INTERVAL_MS = 1_000;
const HEARTBEAT = { interval: 15_000, timeout: 5_000 };

/** What nes keeps of a socket, with what we put into its `app`. */
interface FeedSocket {
  app: { scope?: InboxScope };
  auth: { credentials: ConsolePrincipal | null; artifacts?: { token: string } };
  disconnect(): Promise<void>;
}

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
    validate: (token: string) => options.authenticate(token),
  });
  await server.register({
    plugin: nesPlugin,
    options: { auth: { type: 'direct', route: { strategy: 'console' } }, heartbeat: HEARTBEAT },
  });
  const { wss, sockets } = takeOver(server);
  wss.options.maxPayload = MAX_FRAME_BYTES;
  wss.on('connection', (socket: WebSocket) => options.upkeep.add(socket));

  subscribe(server, '/inbox/{workspace_id}', {
    onSubscribe: async (socket, { workspace_id = '' }) => {
      const { accountId } = principalOf(socket);
      if (!(await options.isMember(accountId, workspace_id))) throw Boom.notFound();
      await refreshScope(socket);
    },
    mayReceive: (socket, { workspace_id = '' }, about) =>
      about
        ? socket.app.scope?.maySee(about.tenantId, about.routingKey) === true
        : socket.app.scope?.hasWorkspace(workspace_id) === true,
  });
  subscribe(server, '/conversations/{conversation_id}', {
    onSubscribe: async (socket, { conversation_id = '' }) => {
      const scope = await refreshScope(socket);
      const found = await options.store.find(scope.tenantIds(), conversation_id);
      if (!found || !scope.maySee(found.session.tenantId, found.session.routingKey)) {
        throw Boom.notFound();
      }
      addWatcher(conversation_id, 1);
    },
    onUnsubscribe: ({ conversation_id = '' }) => addWatcher(conversation_id, -1),
    mayReceive: (socket, _params, about) =>
      about !== null && socket.app.scope?.maySee(about.tenantId, about.routingKey) === true,
  });

  /** How many operators look at a conversation on this node. */
  const watchers = new Map<string, number>();
  const addWatcher = (conversationId: string, by: number): void => {
    const count = (watchers.get(conversationId) ?? 0) + by;
    if (count > 0) watchers.set(conversationId, count);
    else watchers.delete(conversationId);
  };

  const refreshScope = async (socket: FeedSocket): Promise<InboxScope> => {
    socket.app.scope = await options.inboxScope(principalOf(socket).accountId);
    return socket.app.scope;
  };

  const publish = (path: string, update: object, about: About): void => {
    const sent: unknown = server.publish(path, update, { internal: about });
    void Promise.resolve(sent).catch((error: unknown) =>
      log.warn({ err: error }, 'could not publish to the console feed'),
    );
  };

  const hear = async (notice: Notice): Promise<void> => {
    if (sockets().length === 0) return;
    switch (notice.kind) {
      case 'change': {
        const { session, state } = notice;
        const about = { tenantId: session.tenantId, routingKey: session.routingKey };
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
            about,
          );
        }
        for (const { by, seq } of notice.receipts) {
          if (by !== 'visitor') continue;
          const conversation_id = state.conversationId;
          publish(path, { type: 'receipt', conversation_id, kind: 'read', seq }, about);
        }
        tellDelivered(notice);
        const tenant = await options.findTenant(session.tenantId);
        if (!tenant) return;
        const row = { type: 'conversation', conversation: inboxRow(session, state) };
        return publish(`/inbox/${tenant.workspaceId}`, row, about);
      }
      case 'typing': {
        const { conversationId, sender, state } = notice;
        const update = { type: 'typing', conversation_id: conversationId, sender, state };
        return publish(`/conversations/${conversationId}`, update, scopeFacts(notice));
      }
      case 'delivered': {
        if (notice.to !== 'agent') return;
        const { conversationId, seq } = notice;
        const update = { type: 'receipt', conversation_id: conversationId, kind: 'delivered', seq };
        return publish(`/conversations/${conversationId}`, update, scopeFacts(notice));
      }
      case 'presence': {
        const { workspaceId, operatorId, status } = notice;
        return publish(
          `/inbox/${workspaceId}`,
          { type: 'presence', operator_id: operatorId, status },
          null,
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

  /** Visitors learn that their message has reached an operator's screen. */
  const tellDelivered = (notice: Extract<Notice, { kind: 'change' }>): void => {
    const { session, state, messages } = notice;
    const last = messages.findLast((message) => message.sender === 'visitor');
    if (!last || !watchers.has(state.conversationId)) return;
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
        if (socket.app.scope) await refreshScope(socket);
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
      options.admit(request).then(
        () => listener.emit('upgrade', request, socket, head),
        () => socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n'),
      );
    },
    start: () => server.initialize(),
    stop: async () => {
      unwatch();
      clearInterval(timer);
      await server.stop({ timeout: 1_000 });
    },
    size: () => sockets().length,
    tenantIds: () => new Set(sockets().flatMap(({ app }) => app.scope?.tenantIds() ?? [])),
    isWatching: (conversationId) => watchers.has(conversationId),
  };
}

function principalOf(socket: FeedSocket): ConsolePrincipal {
  if (!socket.auth.credentials) throw Boom.unauthorized();
  return socket.auth.credentials;
}

/** Whose conversation an update is about; null: of the workspace as a whole. */
type About = { tenantId: string; routingKey: string | null } | null;
type Params = Record<string, string>;

interface Subscription {
  onSubscribe(socket: FeedSocket, params: Params): Promise<void>;
  onUnsubscribe?(params: Params): void;
  mayReceive(socket: FeedSocket, params: Params, about: About): boolean;
}

/** nes's own types know neither a path's parameters nor what we keep on a socket. */
function subscribe(server: Hapi.Server, path: string, subscription: Subscription): void {
  const { onSubscribe, onUnsubscribe, mayReceive } = subscription;
  const options = {
    auth: { mode: 'required' },
    // Awaited by nes, though its types don't say so: a refusal is a promise that fails.
    onSubscribe: (socket: FeedSocket, _path: string, params: Params) => onSubscribe(socket, params),
    onUnsubscribe: (_socket: FeedSocket, _path: string, params: Params) => onUnsubscribe?.(params),
    filter: (
      _path: string,
      _update: unknown,
      { socket, params, internal }: { socket: FeedSocket; params: Params; internal: About },
    ) => Promise.resolve(mayReceive(socket, params, internal)),
  };
  server.subscription(path, options as unknown as Nes.SubscriptionOptions);
}

/** Typing and receipts reach only those who subscribed, which was checked for the whole conversation. */
function scopeFacts(notice: { tenantId: string }): { tenantId: string; routingKey: null } {
  return { tenantId: notice.tenantId, routingKey: null };
}

/**
 * The parts of nes that its API does not show: its ws server, to be guarded before any frame is
 * read, and its list of sockets. Pinned to 14.0.1; a test stands on each.
 */
function takeOver(server: Hapi.Server): { wss: WebSocketServer; sockets(): FeedSocket[] } {
  const { _listener } = (
    server.plugins as unknown as {
      nes: { _listener: { _wss: WebSocketServer; _sockets: { _items: object } } };
    }
  ).nes;
  _listener._wss.prependListener('connection', (socket) => guardFeed(socket, MAX_FRAME_BYTES));
  return {
    wss: _listener._wss,
    sockets: () => Object.values(_listener._sockets._items) as FeedSocket[],
  };
}
