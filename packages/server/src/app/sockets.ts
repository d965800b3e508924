import type { IncomingMessage } from 'node:http';
import { CONSOLE_FEED_PATH, createConsoleFeed } from '../conversations/operator-feed/feed';
import { watchPresence } from '../conversations/operator-feed/presence-watch';
import type { StoredConversation } from '../conversations/journal/store';
import { measureBus } from '../conversations/live/metrics';
import { watchMissedChanges } from '../conversations/live/missed-changes';
import { createQueuePositions } from '../conversations/live/queue-positions';
import { createSocketUpkeep } from '../conversations/sockets/keepalive';
import { measureSockets } from '../conversations/sockets/metrics';
import {
  WIDGET_SOCKET_PATH,
  createWidgetSockets,
} from '../conversations/widget-socket/widget-sockets';
import { task } from '../platform/tasks/task';
import { dispatchUpgrades } from '../platform/http/server/upgrade';
import { roleOf } from '../workspaces/roles';
import type { ConversationsPart } from './conversations';
import type { HttpPart } from './http';
import type { Infrastructure } from './infrastructure';
import type { TenancyPart } from './tenancy';
import type { VisitorsBuilt } from '../visitors/build';

/** The time over which visitors' sockets are closed, so that they spread their return to other nodes. */
const DRAIN_MS = 3_000;

export async function buildSockets({
  infrastructure,
  tenancy: { authenticate, inboxScope, presence },
  visitors: { checkAccess, widgetConfig, pageLog, blocks },
  conversations: { writing, streams, leaveContact },
  http: { server, upgradeIp, consoleOrigin },
}: {
  infrastructure: Infrastructure;
  tenancy: TenancyPart;
  visitors: VisitorsBuilt;
  conversations: ConversationsPart;
  http: HttpPart;
}): Promise<void> {
  const { audit, config, database, bus, hub, metrics, rateLimiter, lifecycle, running } =
    infrastructure;
  const admit = (request: IncomingMessage): Promise<void> =>
    rateLimiter.consume('socket_per_ip', upgradeIp(request));
  const upkeep = createSocketUpkeep();
  lifecycle.register({ name: 'socket upkeep', stop: upkeep.stop });
  const queuePositions = createQueuePositions(hub, writing.store, writing.log);
  lifecycle.register({ name: 'queue positions', stop: queuePositions.stop });
  const widgetSockets = createWidgetSockets({
    ...writing,
    limits: config.limits,
    running,
    hub,
    queuePositions,
    upkeep,
    widgetConfig,
    pageLog,
    draftOf: streams.draftOf,
    leaveContact,
    blocks,
    authenticate: (token, originHeader, ip) =>
      checkAccess(token, { originHeader, ip, isVisit: true }),
    callerOf: upgradeIp,
    admit,
  });
  const consoleFeed = await createConsoleFeed({
    ...writing,
    running,
    hub,
    upkeep,
    authenticate,
    mayUseCookie: consoleOrigin.mayOpenFeed,
    inboxScope,
    isMember: async (accountId, workspaceId) =>
      (await roleOf(database.read, accountId, workspaceId)) !== null,
    admit,
  });
  const presenceWatch = { ...writing, hub, presence, workspaceIds: consoleFeed.workspaceIds };
  lifecycle.register(task('presence of operators', () => watchPresence(presenceWatch)));
  measureBus(metrics, bus);
  if (bus) {
    const isWatched = ({ session, state }: StoredConversation): boolean =>
      hub.isWatched(session.sessionId) || consoleFeed.isWatching(state.conversationId);
    const watch = {
      ...writing,
      hub,
      audit,
      isBusHealthy: bus.isHealthy,
      tenantIds: () => [...widgetSockets.tenantIds(), ...consoleFeed.tenantIds()],
      isWatched,
    };
    lifecycle.register(task('missed changes', () => watchMissedChanges(watch)));
  }
  lifecycle.register(
    { name: 'visitor sockets', stop: () => widgetSockets.drain(DRAIN_MS) },
    { name: 'console feed', stop: consoleFeed.stop },
  );
  dispatchUpgrades(
    server.listener,
    new Map([
      [WIDGET_SOCKET_PATH, widgetSockets.accept],
      [CONSOLE_FEED_PATH, consoleFeed.accept],
    ]),
  );
  measureSockets(metrics, { visitor: widgetSockets.size, console: consoleFeed.size });
}
