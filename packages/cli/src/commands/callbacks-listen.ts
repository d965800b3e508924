import { randomBytes } from 'node:crypto';
import { requireLogin, type GlobalOptions, type SignedIn } from '../context';
import { createForwarder, type Attempt } from '../listener/forwarder';
import { endOfLogMs, followLog, SETTLED_MS } from '../listener/log-reader';
import {
  advance,
  lockPosition,
  noteForwarded,
  positionFile,
  readPosition,
  writePosition,
  type Position,
} from '../listener/position';
import { jsonReport, textReport, type Beginning, type Report } from '../listener/report';
import { createTurns } from '../listener/turns';
import { say } from '../output';
import { pause } from '../pause';
import { isAway, receiverAddress } from '../receiver-call';
import { chooseTenant, type Tenant } from '../tenants';

/** Options of `relayctl callbacks listen`. */
export interface ListenOptions extends GlobalOptions {
  forwardTo: string;
  tenant?: string;
  /** ISO 8601 UTC. */
  since?: string;
  afresh?: boolean;
}

/** What waits is kept in memory; a page of the log may come on top. */
const MOST_WAITING = 10_000;
/** How long what is under way may take once the listener was told to stop. */
const FAREWELL_MS = 2_000;
const REWRITE_AFTER = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Hands every callback of a tenant to a receiver that the relay can't reach, such as on this
 * machine, signed with a secret of its own, until interrupted. At least once, in the order of each
 * conversation; where it stands outlives it.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const base = receiverAddress(options.forwardTo, '--forward-to');
  const login = requireLogin(options);
  const tenant = await chooseTenant(login.api, options.tenant);
  const file = positionFile(login.profileName, tenant.tenant_id);
  const unlock = lockPosition(file);
  try {
    const report = options.json ? jsonReport() : textReport();
    const { position, from } = await begin(login, tenant, file, options);
    const secret = secretOf(position, report);
    writePosition(file, position);
    if (tenant.callback_url_base === null) {
      say(
        'Careful: a tenant without an address for callbacks has none. ' +
          `relayctl tenant update ${tenant.tenant_id} --callback-url <url> sets one.`,
      );
    }
    await forward({ login, tenant, base, file, position, from, secret, report });
  } finally {
    unlock();
  }
}

async function begin(
  { api }: SignedIn,
  { tenant_id }: Tenant,
  file: string,
  { since, afresh }: ListenOptions,
): Promise<{ position: Position; from: Beginning }> {
  const last = readPosition(file);
  if (last && !afresh) {
    if (since !== undefined) {
      say('The last run counts, not --since: give --afresh with it to begin there.');
    }
    return { position: last, from: 'last run' };
  }
  const sinceMs = since === undefined ? await endOfLogMs(api, tenant_id) : Date.parse(since);
  const secret = last?.secret ?? null;
  const position = { sinceMs, forwarded: new Set<string>(), secret };
  return { position, from: since === undefined ? 'now' : 'since' };
}

/** RELAY_LOCAL_SECRET, else the one that is kept, else a new one. */
function secretOf(position: Position, report: Report): string {
  const given = process.env['RELAY_LOCAL_SECRET'];
  if (given) return given;
  if (position.secret !== null) return position.secret;
  const made = `ts_${randomBytes(32).toString('base64url')}`;
  position.secret = made;
  report.secret(made);
  return made;
}

/** Follows the log and forwards what it has, until a signal or until the relay refuses for good. */
async function forward(run: {
  login: SignedIn;
  tenant: Tenant;
  base: string;
  file: string;
  position: Position;
  from: Beginning;
  secret: string;
  report: Report;
}): Promise<void> {
  const { login, base, file, position, from, secret, report } = run;
  const { tenant_id: tenantId, tenant_name: tenant } = run.tenant;
  const { forwarded } = position;
  const turns = createTurns((eventId) => forwarded.has(eventId));
  const stopping = new AbortController();
  const cut = new AbortController();
  let newestMs = position.sinceMs;
  let taken = 0;
  let isReceiverAway = false;
  let wasFull = false;

  /** Forgets what lies before all that waits and may still come to light. */
  const rewrite = (): void => {
    const oldestMs = turns.oldest()?.createdAtMs ?? Infinity;
    advance(position, Math.min(oldestMs, newestMs - SETTLED_MS));
    writePosition(file, position);
  };

  const onAttempt = (attempt: Attempt): void => {
    const { callback, answer, retryInMs } = attempt;
    if (isAway(answer)) {
      // One line tells it for all conversations.
      if (!isReceiverAway) report.receiverAway(String(answer.failure), base);
      isReceiverAway = true;
      return;
    }
    if (isReceiverAway) report.receiverBack(base);
    isReceiverAway = false;
    if (retryInMs === null) {
      noteForwarded(file, callback.eventId);
      forwarded.add(callback.eventId);
      taken += 1;
      if (taken % REWRITE_AFTER === 0) rewrite();
    }
    report.attempt(attempt);
  };
  let onBroken: (error: unknown) => void = () => {};
  const broken = new Promise<never>((_resolve, reject) => (onBroken = reject));
  broken.catch(() => {}); // it may come when nobody waits any more
  const forwarder = createForwarder({
    turns,
    base,
    tenantId,
    secret,
    onAttempt,
    onBroken,
    stopping: stopping.signal,
    cut: cut.signal,
  });

  const stop = (): void => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  const stopped = new Promise<void>((resolve) =>
    stopping.signal.addEventListener('abort', () => resolve()),
  );
  report.listening({ tenant, base, from, sinceMs: position.sinceMs });
  const following = followLog(
    login.api,
    { tenantId, sinceMs: position.sinceMs },
    {
      beginSweep: turns.beginSweep,
      endSweep: () => {
        turns.endSweep();
        forwarder.wake();
      },
      found: (callbacks) => {
        for (const callback of callbacks) {
          newestMs = Math.max(newestMs, callback.createdAtMs);
          turns.add(callback);
        }
        forwarder.wake();
      },
      wantsSweep: turns.isHolding,
      isFull: () => {
        const isFull = turns.waiting() >= MOST_WAITING && turns.isAnyonesTurn();
        if (isFull && !wasFull) report.full(turns.waiting());
        wasFull = isFull;
        return isFull;
      },
      onRelayAway: ({ message }) => report.relayAway(message),
      onRelayBack: report.relayBack,
    },
    stopping.signal,
  );
  try {
    await Promise.race([following, stopped, broken]);
  } finally {
    stop();
    for (const signal of SIGNALS) process.off(signal, stop);
    await Promise.race([forwarder.idle(), pause(FAREWELL_MS, cut.signal)]);
    cut.abort();
    await forwarder.idle();
    rewrite();
    report.stopped({ forwarded: taken, waiting: turns.waiting(), goesOnWith: turns.oldest() });
  }
}
