import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { createTurns } from '../../platform/turns';
import { rateKey } from '../../platform/rate-limits/client-address';
import type { VisitorClaims } from '../../platform/security/tokens';
import type { Tenant } from '../../tenants/tenant';
import { tenantRefusal, type AccessRefusal } from '../../visitors/access';
import type { Blocks } from '../../visitors/blocks/blocks';
import type { VisitorSession } from '../../visitors/session';
import { createAddressCount } from '../sockets/address-count';
import { CLOSE } from '../sockets/close-codes';
import type { Notice } from '../live/hub';
import { SessionBudgets } from '../sockets/frame-budgets';
import { CLOSE_TIMEOUT_MS, closeSocket, retryIn } from '../sockets/socket-close';
import { WidgetSocket, type WidgetSocketServices } from './widget-socket';

export const WIDGET_SOCKET_PATH = '/api/v1/ws/widget';

export interface WidgetSockets {
  /** Accepts an upgrade; a refusal is a close code, because a browser can't see an HTTP status. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  size(): number;
  tenantIds(): Iterable<string>;
  /** Asks clients to reconnect elsewhere and closes them, spread over `spreadMs`; no more are accepted. */
  drain(spreadMs: number): Promise<void>;
}

export interface WidgetSocketsOptions extends Omit<
  WidgetSocketServices,
  'sessionBudgets' | 'replayTurns'
> {
  callerOf(request: IncomingMessage): string;
  blocks: Pick<Blocks, 'blockedAmong'>;
  /** Counts an upgrade. @throws {AppError} rate_limited */
  admit(request: IncomingMessage): Promise<void>;
}

interface TenantSockets {
  sockets: Set<WidgetSocket>;
  /** The current tenant; null: it has to be read. */
  tenant: Tenant | null;
  /** Number of reads that were started: only the last one's result counts. */
  reads: number;
}

const MAX_FRAME_BYTES = 16 * 1024;
const MAX_SOCKETS_PER_SESSION = 8;
/** Sockets whose token is being checked, and refused ones that are not closed yet. */
const MAX_WITHOUT_SESSION = 2_000;
const CHECK_MS = 500;
const REPLAYS_AT_ONCE = 2;
const MAX_TOKEN_LENGTH = 4_096;

export function createWidgetSockets(options: WidgetSocketsOptions): WidgetSockets {
  const { hub, log } = options;
  const sessionBudgets = new SessionBudgets(options.limits);
  const replayTurns = createTurns(REPLAYS_AT_ONCE);
  // `closeTimeout` is missing in the types of ws.
  const serverOptions = {
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    closeTimeout: CLOSE_TIMEOUT_MS,
  };
  const server = new WebSocketServer(serverOptions);
  const openPerAddress = createAddressCount(options.limits.open_sockets_per_ip);
  const withoutSession = new Set<WebSocket>();
  /** Sockets by session, the oldest first. */
  const bySession = new Map<string, Set<WidgetSocket>>();
  const byTenant = new Map<string, TenantSockets>();
  const all = new Set<WidgetSocket>();
  let isDraining = false;

  const putTenant = (tenantId: string): TenantSockets => {
    const entry: TenantSockets = { sockets: new Set(), tenant: null, reads: 0 };
    byTenant.set(tenantId, entry);
    return entry;
  };

  const register = (socket: WidgetSocket, visitor: VisitorSession): void => {
    const { tenantId } = visitor;
    const { sockets } = byTenant.get(tenantId) ?? putTenant(tenantId);
    sockets.add(socket);
    // Also finds changes since the token was checked.
    startCheck(tenantId);
    startBlockCheck(tenantId, [visitor.sessionId]);
    const siblings = addTo(bySession, visitor.sessionId, socket);
    const [oldest] = siblings;
    if (siblings.size > MAX_SOCKETS_PER_SESSION && oldest) oldest.close(CLOSE.replaced, 'replaced');
  };

  const sessionsOf = (tenantId: string): string[] => [
    ...new Set(
      [...(byTenant.get(tenantId)?.sockets ?? [])].flatMap(({ sessionId }) => sessionId ?? []),
    ),
  ];

  const forget = (socket: WidgetSocket, visitor: VisitorSession | null): void => {
    all.delete(socket);
    if (!visitor) return;
    const ofTenant = byTenant.get(visitor.tenantId);
    ofTenant?.sockets.delete(socket);
    if (ofTenant?.sockets.size === 0) byTenant.delete(visitor.tenantId);
    removeFrom(bySession, visitor.sessionId, socket);
  };

  const accept = (request: IncomingMessage, rawSocket: Duplex, head: Buffer): void => {
    server.handleUpgrade(request, rawSocket, head, (ws) => {
      ws.on('error', () => undefined); // ws closes the socket itself, with the right code
      if (isDraining) return closeSocket(ws, CLOSE.restarting, retryIn(5_000));
      if (withoutSession.size >= MAX_WITHOUT_SESSION) {
        closeSocket(ws, CLOSE.overloaded, retryIn(5_000));
        return void rawSocket.end(() => rawSocket.destroy()); // the peer's close is not awaited
      }
      withoutSession.add(ws);
      ws.on('close', () => withoutSession.delete(ws));
      const leaveAddress = openPerAddress.enter(rateKey(options.callerOf(request)));
      if (!leaveAddress) return closeSocket(ws, CLOSE.flood, 'too many sockets from this address');
      ws.on('close', leaveAddress);
      let opened: VisitorSession | null = null;
      const socket: WidgetSocket = new WidgetSocket(
        ws,
        rawSocket,
        {
          ...readQuery(request),
          originHeader: request.headers.origin,
          ip: options.callerOf(request),
          admit: () => options.admit(request),
        },
        { ...options, sessionBudgets, replayTurns },
        (visitor) => {
          opened = visitor;
          withoutSession.delete(ws);
          register(socket, visitor);
        },
      );
      all.add(socket);
      ws.on('close', () => forget(socket, opened));
    });
  };

  // Delivery to a visitor's pages is reported to the operator once.
  const tellDelivered = (notice: Notice): void => {
    if (notice.kind !== 'change' || !bySession.has(notice.session.sessionId)) return;
    const last = notice.messages.findLast((message) => message.sender === 'agent');
    if (!last) return;
    hub.publish({
      kind: 'delivered',
      to: 'agent',
      tenantId: notice.session.tenantId,
      sessionId: notice.session.sessionId,
      conversationId: notice.state.conversationId,
      seq: last.seq,
    });
  };

  /** Reads a changed tenant, and closes the sockets that its settings now refuse. */
  const checkTenant = async (tenantId: string): Promise<void> => {
    const entry = byTenant.get(tenantId);
    if (!entry) return;
    entry.tenant = null;
    const read = ++entry.reads;
    const tenant = await options.directory.find(tenantId);
    if (read !== entry.reads) return;
    entry.tenant = tenant;
    cutRefused(entry.sockets, (claims) =>
      tenant ? tenantRefusal(tenant, claims, options.clock()) : 'session_expired',
    );
  };
  const startCheck = (tenantId: string): void => {
    checkTenant(tenantId).catch((error: unknown) =>
      log.warn(
        { event: 'tenant.check_failed', err: error, tenant_id: tenantId },
        'could not check a tenant',
      ),
    );
  };
  /** Closes the sockets of these sessions whose visitors are blocked. */
  const checkBlocks = async (tenantId: string, sessionIds: readonly string[]): Promise<void> => {
    const tenant = await options.directory.find(tenantId);
    if (!tenant) return;
    for (const sessionId of await options.blocks.blockedAmong(tenant, sessionIds)) {
      for (const socket of bySession.get(sessionId) ?? []) socket.closeBlocked();
    }
  };
  const startBlockCheck = (tenantId: string, sessionIds: readonly string[]): void => {
    checkBlocks(tenantId, sessionIds).catch((error: unknown) =>
      log.warn(
        { event: 'tenant.check_failed', err: error, tenant_id: tenantId },
        'could not check which visitors are blocked',
      ),
    );
  };
  /** Checks all sockets against the cached tenants: a key's grace period ends without a change. */
  const checkKnown = (now: number): void => {
    for (const [tenantId, { tenant, sockets }] of byTenant) {
      if (tenant) cutRefused(sockets, (claims) => tenantRefusal(tenant, claims, now));
      else startCheck(tenantId);
    }
  };
  const unwatch = hub.watch((notice) => {
    tellDelivered(notice);
    if (notice.kind !== 'tenant-changed') return;
    startCheck(notice.tenantId);
    startBlockCheck(notice.tenantId, sessionsOf(notice.tenantId));
  });
  const checkTimer = setInterval(() => {
    const now = options.clock();
    checkKnown(now);
    for (const socket of all) socket.closeIfOver(now);
    sessionBudgets.sweep(now);
  }, CHECK_MS);
  checkTimer.unref();

  return {
    accept,
    size: () => all.size,
    tenantIds: () => byTenant.keys(),
    drain: async (spreadMs) => {
      isDraining = true;
      const sockets = [...all];
      const returnMs = Math.max(spreadMs, returnWithinMs(sockets.length));
      for (const socket of sockets) socket.send({ type: 'reconnect', within_ms: returnMs });
      await closeSpread(sockets, spreadMs, returnMs);
      unwatch();
      clearInterval(checkTimer);
      server.close();
    },
  };
}

const DRAIN_STEPS = 30;
const MAX_RETURN_MS = 10_000;

/**
 * Time in ms over which clients return: a thousand per second, less than half of what the node that takes them in can
 * accept. @internal for its tests
 */
export function returnWithinMs(sockets: number): number {
  return Math.min(MAX_RETURN_MS, sockets);
}

async function closeSpread(
  sockets: WidgetSocket[],
  spreadMs: number,
  returnMs: number,
): Promise<void> {
  const perStep = Math.ceil(sockets.length / DRAIN_STEPS);
  for (let start = 0; start < sockets.length; start += perStep) {
    for (const socket of sockets.slice(start, start + perStep)) {
      socket.close(CLOSE.restarting, retryIn(returnMs));
    }
    await new Promise((resolve) => setTimeout(resolve, spreadMs / DRAIN_STEPS));
  }
}

function readQuery(request: IncomingMessage): { token: string; since: number | null } {
  const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
  const token = query.get('token') ?? '';
  const since = query.get('since') ?? '';
  return {
    token: token.length > MAX_TOKEN_LENGTH ? '' : token,
    since: /^\d{1,15}$/.test(since) ? Number(since) : null,
  };
}

/** Most sockets of a tenant have the same key and origin, so each pair is checked once. */
function cutRefused(
  sockets: Iterable<WidgetSocket>,
  refusalOf: (claims: VisitorClaims) => AccessRefusal | null,
): void {
  const known = new Map<string, AccessRefusal | null>();
  for (const socket of sockets) {
    socket.closeIfRefused((claims) => {
      const pair = `${claims.wpk} ${claims.org}`;
      const refusal = known.has(pair) ? (known.get(pair) ?? null) : refusalOf(claims);
      known.set(pair, refusal);
      return refusal;
    });
  }
}

function addTo<Value>(index: Map<string, Set<Value>>, key: string, value: Value): Set<Value> {
  const values = index.get(key) ?? new Set();
  index.set(key, values.add(value));
  return values;
}

function removeFrom<Value>(index: Map<string, Set<Value>>, key: string, value: Value): void {
  const values = index.get(key);
  values?.delete(value);
  if (values?.size === 0) index.delete(key);
}
