import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase } from '../../../server/test/support/database';
import { createVisitor, createWorld } from '../../../server/test/support/world';
import { atEnd, undoAll } from '../support/at-end';
import { createRandom, type Random } from '../torture/random';
import { createRelayProcess, type RelayProcess } from '../torture/relay-process';
import { SLOW_DISK } from './slow-disk';

export interface FirstStartOptions {
  /** The relay's bundled program. */
  script: string;
  kills: number;
  seed: number;
  onKill?: (done: number) => void;
}

export interface FirstStartReport {
  seed: number;
  kills: number;
  /** Kills while the relay wrote its keys. The disk was slowed down for these. */
  killsAmongKeys: number;
  /** Kills after the relay was ready. */
  killsTooLate: number;
  /** Output of the relays that did not start again or did not serve. */
  failures: string[];
  slowestRestartMs: number;
}

/** The time that a start on the slow disk needs to write two keys. */
const KEYS_MS = 120;
/** Kills come up to this factor of a usual start's time, which varies. */
const BEYOND = 1.1;
const FIRST_FILE_WITHIN_MS = 10_000;

/** Kills first starts. Each uses a new relay and an empty database of the kind that `TEST_DATABASE` names. */
export async function killFirstStarts(options: FirstStartOptions): Promise<FirstStartReport> {
  const { script, kills, seed, onKill } = options;
  const random = createRandom(seed);
  const report: FirstStartReport = {
    seed,
    kills: 0,
    killsAmongKeys: 0,
    killsTooLate: 0,
    failures: [],
    slowestRestartMs: 0,
  };
  const usual = await timeFirstStart(script);
  while (report.kills < kills) {
    const turn = report.kills % 4;
    const isAmongKeys = turn === 3;
    const { relay, dataDir } = await createFreshRelay(script, isAmongKeys ? SLOW_DISK : {});
    relay.launch();
    // One kill in four may come at any moment. The others wait until the relay has written a file.
    if (turn !== 0) await untilFirstFile(dataDir);
    const fromMs = turn === 0 ? 0 : usual.firstFileMs;
    const withinMs = isAmongKeys ? KEYS_MS : (usual.readyMs - fromMs) * BEYOND;
    const killed = await killWithin(relay, withinMs, random);
    report.kills++;
    if (isAmongKeys) report.killsAmongKeys++;
    if (killed.served) report.killsTooLate++;
    const startedAt = performance.now();
    try {
      await relay.start();
      await serveOnce(relay.url);
    } catch (error) {
      const since = turn === 0 ? 'its launch' : 'its first file';
      report.failures.push(`killed ${killed.afterMs} ms after ${since}: ${String(error)}`);
    }
    report.slowestRestartMs = Math.max(report.slowestRestartMs, performance.now() - startedAt);
    await undoAll();
    onKill?.(report.kills);
  }
  return report;
}

async function timeFirstStart(script: string): Promise<{ firstFileMs: number; readyMs: number }> {
  const { relay, dataDir } = await createFreshRelay(script, {});
  const from = performance.now();
  const ready = relay.start();
  await untilFirstFile(dataDir);
  const firstFileMs = performance.now() - from;
  await ready;
  const readyMs = performance.now() - from;
  await undoAll();
  return { firstFileMs, readyMs };
}

async function createFreshRelay(script: string, env: Record<string, string>) {
  const address = await createTestDatabase();
  atEnd(() => address.drop());
  const folder = mkdtempSync(join(tmpdir(), 'chat-relay-first-start-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const relay = await createRelayProcess(script, {
    ENV: 'local',
    LOG_LEVEL: 'error',
    DATABASE_URL: address.url,
    DATA_DIR: dataDir,
    ...env,
  });
  atEnd(() => relay.kill());
  return { relay, dataDir };
}

async function killWithin(
  relay: RelayProcess,
  withinMs: number,
  random: Random,
): Promise<{ afterMs: number; served: boolean }> {
  const afterMs = random.between(0, Math.round(withinMs));
  await wait(afterMs);
  const served = await isServing(relay.url);
  await relay.kill();
  return { afterMs, served };
}

async function untilFirstFile(folder: string): Promise<void> {
  const deadline = Date.now() + FIRST_FILE_WITHIN_MS;
  while (!hasEntries(folder) && Date.now() < deadline) await wait(1);
}

function hasEntries(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}

async function isServing(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(500) })).ok;
  } catch {
    return false;
  }
}

async function serveOnce(url: string): Promise<void> {
  await createVisitor(url, await createWorld(url));
}
