import type { Server } from '@hapi/hapi';
import type { Database } from '../storage/database';

export interface Readiness {
  isDraining(): boolean;
}

const DATABASE_DEADLINE_MS = 2_000;

/** `/healthz`: the process lives. `/readyz`: it can serve. Both outside the prefix, for machines. */
export function registerHealth(server: Server, database: Database, readiness: Readiness): void {
  const options = { auth: false as const, plugins: {} };
  server.route([
    { method: 'GET', path: '/healthz', options, handler: () => ({ status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      options,
      handler: async (_request, h) => {
        if (readiness.isDraining()) return h.response({ status: 'draining' }).code(503);
        if (await answersInTime(database)) return { status: 'ready', database: database.dialect };
        return h.response({ status: 'database_unavailable' }).code(503);
      },
    },
  ]);
}

async function answersInTime(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_DEADLINE_MS);
  });
  const answer = database.read.rows('SELECT 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
