import type { Server } from '@hapi/hapi';
import { within } from '../../clock';
import type { Database } from '../../storage/database';

/** A service that a relay can run without: `unset` if not configured, `unknown` until it was asked. */
export type CompanionHealth = 'ok' | 'away' | 'unknown' | 'unset';
/** `degraded`: Redis responds, but notices between nodes get lost. */
export type RedisHealth = 'ok' | 'degraded' | 'away' | 'unset';

export interface Readiness {
  isDraining(): boolean;
  /** The age of the oldest command that waits for its commit. */
  oldestCommandMs(): number;
  redis(): RedisHealth;
  /** Must resolve within a second: callers don't wait longer. */
  mail(): Promise<CompanionHealth>;
  /** The storage of files. Must resolve within a second, too. */
  attachments(): Promise<CompanionHealth>;
}

const DATABASE_DEADLINE_MS = 2_000;
const OLDEST_COMMAND_MS = 5_000;

/** Whether this node can serve, which depends on its database only, and how its services are. */
export interface ReadinessReport {
  status: 'ready' | 'draining' | 'database_unavailable';
  database?: Database['dialect'];
  redis?: RedisHealth;
  mail?: CompanionHealth;
  attachments?: CompanionHealth;
}

/** Asks everything that the node depends on. It takes at most about two seconds. */
export function createReadinessCheck(
  database: Database,
  readiness: Readiness,
): () => Promise<ReadinessReport> {
  const isWritable = createWriteProbe(database);
  return async () => {
    if (readiness.isDraining()) return { status: 'draining' };
    const [canRead, canWrite, hasRoom, mail, attachments] = await Promise.all([
      within(DATABASE_DEADLINE_MS, database.read.rows('SELECT 1')),
      within(DATABASE_DEADLINE_MS, isWritable()),
      within(DATABASE_DEADLINE_MS, database.checkDisk()),
      readiness.mail(),
      readiness.attachments(),
    ]);
    const isQuick = readiness.oldestCommandMs() <= OLDEST_COMMAND_MS;
    const hasDatabase = canRead && canWrite && hasRoom && isQuick;
    const companions = { redis: readiness.redis(), mail, attachments };
    return hasDatabase
      ? { status: 'ready', database: database.dialect, ...companions }
      : { status: 'database_unavailable', ...companions };
  };
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve; the rest of its body is for people. Both are outside
 * the prefix, for machines.
 */
export function registerHealth(server: Server, check: () => Promise<ReadinessReport>): void {
  const options = { auth: false as const, plugins: {} };
  server.route([
    { method: 'GET', path: '/healthz', options, handler: () => ({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      options,
      handler: async (_request, h) => {
        const report = await check();
        return h.response(report).code(report.status === 'ready' ? 200 : 503);
      },
    },
  ]);
}

/**
 * Writes without a change, because a read-only server refuses writes alone. Probes run one at a time, so that
 * callers don't fill the pool while the database hangs.
 */
function createWriteProbe(database: Database): () => Promise<unknown> {
  let running: Promise<unknown> | null = null;
  return () =>
    (running ??= database
      .transaction((tx) => tx.run("UPDATE migrations SET run_at = run_at WHERE name = ''"))
      .finally(() => (running = null)));
}
