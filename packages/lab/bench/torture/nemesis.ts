import { createConnection } from 'mysql2/promise';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallbackBackend } from './callback-backend';
import type { Random } from './random';
import type { RelayProcess } from './relay-process';

export interface NemesisOptions {
  relay: RelayProcess;
  backend: CallbackBackend;
  databaseUrl: string;
  random: Random;
  kills: number;
  /** It lives this long at most before it is killed. */
  maxLifeMs: number;
  /** Also cuts database connections and stalls receivers. */
  isCruel: boolean;
  onKill(done: number): void;
}

export interface Harm {
  kills: number;
  killsWhileStarting: number;
  connectionsCut: number;
  stalls: number;
}

/** Kills the relay again and again at random moments, and starts it each time at the same database. */
export async function harm(options: NemesisOptions): Promise<Harm> {
  const { relay, backend, databaseUrl, random, kills, maxLifeMs, isCruel } = options;
  const done: Harm = { kills: 0, killsWhileStarting: 0, connectionsCut: 0, stalls: 0 };
  while (done.kills < kills) {
    await wait(random.between(50, maxLifeMs));
    if (isCruel && random.chance(0.15)) {
      backend.stall(random.between(200, 2_500));
      done.stalls++;
    }
    if (isCruel && databaseUrl.startsWith('mysql:') && random.chance(0.25)) {
      done.connectionsCut += await cutConnections(databaseUrl);
      await wait(random.between(0, 400));
    }
    await relay.kill();
    done.kills++;
    if (random.chance(0.1) && done.kills < kills) {
      relay.launch();
      await wait(random.between(50, 900));
      await relay.kill();
      done.kills++;
      done.killsWhileStarting++;
    }
    options.onKill(done.kills);
    await relay.start();
  }
  return done;
}

async function cutConnections(databaseUrl: string): Promise<number> {
  const { pathname } = new URL(databaseUrl);
  const connection = await createConnection(databaseUrl);
  try {
    const [rows] = await connection.query(
      'SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = ? AND ID <> CONNECTION_ID()',
      [pathname.slice(1)],
    );
    const ids = (rows as { id: number }[]).map(({ id }) => id);
    for (const id of ids) {
      await connection.query(`KILL CONNECTION ${Number(id)}`).catch(() => undefined);
    }
    return ids.length;
  } finally {
    await connection.end();
  }
}
