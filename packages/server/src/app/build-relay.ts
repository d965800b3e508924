import type { Server } from '@hapi/hapi';
import type { Config } from '../config/config';
import { registerConsolePage } from '../console-page/routes';
import type { BatchPart } from '../conversations/journal/batch/batch-part';
import { systemClock, type Clock } from '../platform/clock';
import { buildFolder } from '../platform/http/built-files';
import type { Route } from '../platform/http/route';
import type { Logger } from '../platform/log';
import type { Part } from '../platform/part';
import type { DatabaseLimits } from '../platform/storage/database';
import { startMaintenance } from '../platform/tasks/maintenance';
import { task } from '../platform/tasks/task';
import { buildAccounts } from '../accounts/build';
import { buildAttachments } from '../attachments/build';
import { buildCallbacks } from '../callbacks/console/build';
import { buildConversations } from './conversations';
import { buildHttp, registerRoutes } from './http';
import { buildInfrastructure, type Infrastructure } from './infrastructure';
import { createLifecycle, type Lifecycle } from '../platform/tasks/lifecycle';
import { listParts } from './parts';
import { buildReadiness } from './readiness';
import { buildSockets } from './sockets';
import { buildTenancy } from './tenancy';
import { buildVisitors } from '../visitors/build';
import { registerWidgetFiles } from '../widget-files/routes';

export interface RelayOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  databaseLimits?: Partial<DatabaseLimits>;
  /** In ms: the time between two looks for mails that are due. For tests. */
  mailSweepsMs?: number;
  /** The web console's build, if it is not next to the program. */
  consoleFolder?: string;
  /** The widget's build, if it is not next to the program. */
  widgetFolder?: string;
}

/** Makes a feature that the relay doesn't have. */
export type MakePart = (infrastructure: Infrastructure) => Part & {
  /** A batch part: it writes in the journal's transaction. */
  batch?: BatchPart;
};

/** A relay that doesn't listen yet. */
export interface Relay {
  /**
   * Starts to listen. The database is migrated and seeded already.
   * @throws {ConfigError} naming HOST or PORT if it can't listen; everything is closed then
   */
  start(): Promise<void>;
  address(): string;
  /** Drains: tells sockets to reconnect, finishes what was accepted, then closes everything. */
  stop(): Promise<void>;
  /** Every HTTP route under the prefix. */
  routes: readonly Route[];
  http: Server;
}

/** A drain waits this long for the database, so that it ends within 10 s. */
const DATABASE_DRAIN_MS = 6_000;

/**
 * Builds every part, in the order in which they need each other. When that fails, everything that
 * was opened is closed again.
 * @throws {ConfigError} naming the database that can't be used, or that another relay uses
 * @throws {UnreachableError} when the database stays unreachable
 */
export async function buildRelay(
  options: RelayOptions,
  makeParts: readonly MakePart[] = [],
): Promise<Relay> {
  const lifecycle = createLifecycle(options.log);
  try {
    return await buildParts(options, makeParts, lifecycle);
  } catch (error) {
    await lifecycle.stop().catch(() => undefined); // logged, part by part
    throw error;
  }
}

async function buildParts(
  relayOptions: RelayOptions,
  makeParts: readonly MakePart[],
  lifecycle: Lifecycle,
): Promise<Relay> {
  const { config, log, clock = systemClock, databaseLimits = {} } = relayOptions;
  const options = { config, log, clock, databaseLimits, lifecycle };
  const infrastructure = await buildInfrastructure(options);
  const accounts = await buildAccounts(infrastructure);
  const tenancy = buildTenancy(infrastructure, accounts);
  const visitors = buildVisitors({ ...infrastructure, ...accounts, ...tenancy });
  const callbacks = buildCallbacks({ ...infrastructure, ...tenancy });
  const attachments = buildAttachments({ ...infrastructure, ...tenancy });
  const more = makeParts.map((makePart) => makePart(infrastructure));
  const conversations = buildConversations({
    infrastructure,
    accounts,
    tenancy,
    visitors,
    callbacks,
    attachments,
    batchParts: more.flatMap(({ batch }) => batch ?? []),
    moreData: more.flatMap(({ data }) => data ?? []),
  });
  const http = buildHttp(infrastructure, tenancy, visitors);
  const base = { infrastructure, accounts, tenancy, visitors, callbacks, attachments };
  const built = { ...base, conversations, http };
  const checkReadiness = buildReadiness(built);
  const { mailSweepsMs } = relayOptions;
  const parts = [...listParts({ ...built, checkReadiness, mailSweepsMs }), ...more];
  const routes = parts.flatMap((part) => part.routes ?? []);
  registerRoutes({ ...built, routes, checkReadiness });
  if (config.hasConsolePage) {
    registerConsolePage(http.server, relayOptions.consoleFolder ?? buildFolder('console'));
  }
  registerWidgetFiles(http.server, relayOptions.widgetFolder ?? buildFolder('widget'));
  registerBackground(infrastructure, parts);
  await buildSockets(built);

  return {
    routes,
    http: http.server,
    address: () => http.server.info.uri,
    start: lifecycle.start,
    stop: async () => {
      const patience = setTimeout(infrastructure.database.abandon, DATABASE_DRAIN_MS);
      await lifecycle.stop().finally(() => clearTimeout(patience));
    },
  };
}

/** Registers the parts' tasks, deletions and gauges. They start when the relay listens, and stop together. */
function registerBackground(
  { lifecycle, log, metrics }: Infrastructure,
  parts: readonly Part[],
): void {
  for (const { name, help, read } of parts.flatMap(({ gauges = [] }) => gauges)) {
    metrics.gauge(name, help, read);
  }
  const deletions = parts.flatMap((part) => part.deletions ?? []);
  lifecycle.register(
    ...parts.flatMap(({ tasks = [] }) => tasks),
    task('maintenance', () => startMaintenance(log, deletions)),
  );
}
