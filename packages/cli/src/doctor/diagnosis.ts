import type { Probe } from '../relay/probe';

/** The result of a check. If it failed, the message says what to do. */
export interface Check {
  name: string;
  /** Null if it could not be checked; the message says what the check needs. */
  isWell: boolean | null;
  message: string;
}

export function unchecked(name: string, message: string): Check {
  return { name, isWell: null, message };
}

// An authenticator app's codes change every 30 s; signatures are refused only from 300 s on.
const TOLERATED_S = 30;

/** Checks that the relay's clock and this machine's agree. */
export function clockCheck({ clockAheadS }: Pick<Probe, 'clockAheadS'>): Check {
  const name = 'clock';
  if (clockAheadS === null) {
    return unchecked(name, 'not checked: the answer has no Date; does a proxy remove it?');
  }
  const offS = Math.abs(clockAheadS);
  const way = clockAheadS > 0 ? 'ahead of' : 'behind';
  if (offS > TOLERATED_S) {
    const message = `the relay is ${offS} s ${way} this machine: synchronise both with NTP`;
    return { name, isWell: false, message };
  }
  return {
    name,
    isWell: true,
    message: offS <= 1 ? 'both agree' : `the relay is ${offS} s ${way} this machine`,
  };
}

/**
 * Checks that this relayctl fits the relay: before 1.0, minor versions are not compatible.
 * @param theirs null if the relay did not report its version
 */
export function versionCheck(theirs: string | null, ours: string): Check {
  const name = 'versions';
  if (theirs === null) {
    const message = `not checked: /openapi.json is hidden; ${SIGN_IN}. relayctl is ${ours}`;
    return unchecked(name, message);
  }
  const both = `relay ${theirs}, relayctl ${ours}`;
  return lineOf(theirs) === lineOf(ours)
    ? { name, isWell: true, message: both }
    : { name, isWell: false, message: `${both}: install the same version of both` };
}

/** Advice for figures that a proxy hides. */
export const SIGN_IN = "a super-admin's login shows it, or --url with a node's own address";

/** Returns the version in the relay's OpenAPI document; null for any other document. */
export function versionIn({ info }: Record<string, unknown>): string | null {
  const hasVersion = typeof info === 'object' && info !== null && 'version' in info;
  return hasVersion ? String(info.version) : null;
}

function lineOf(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `0.${minor}` : `${major}`;
}

/** Checks whether a rotation of the master key has ended. Returns no check if the metrics can't be read from here. */
export function masterKeyChecks(metrics: string | null): Check[] {
  const rows = /^relay_sealed_with_old_key (\d+)/m.exec(metrics ?? '')?.[1];
  if (rows === undefined) return [];
  const message =
    rows === '0'
      ? 'nothing needs an older MASTER_KEY'
      : `${rows} rows still need the older MASTER_KEY: keep both`;
  return [{ name: 'master key', isWell: true, message }];
}

const NOT_READY: Record<string, string> = {
  draining: 'the relay is shutting down: wait until it is back',
  database_unavailable:
    "the relay can't use its database: see DATABASE_URL, the room on its disk, and the relay's log",
};

/** Texts for the states of the services that a relay can run without. */
const COMPANIONS: Record<'redis' | 'mail' | 'attachments', Record<string, string>> = {
  redis: {
    ok: 'answers',
    unset: 'not set up, which is fine for one node',
    degraded:
      'it answers, but notices between nodes get lost: compare REDIS_URL of all nodes, and see the log',
    away: "the relay can't reach it and uses the database only: see REDIS_URL and its log",
  },
  mail: {
    ok: 'the relay can sign in to its mail server',
    unset: 'not set up: no mail is sent',
    away: "the relay can't sign in to its mail server, so no codes are sent: see SMTP_URL and its log",
    unknown: 'the mail server is slow to answer: try again in a minute',
  },
  attachments: {
    ok: 'the storage of files answers',
    away: "the relay can't use its storage of files: see ATTACHMENTS_URL and its log",
    unknown: 'the storage of files is slow to answer: try again in a minute',
  },
};

/** A node's report about itself, from `/readyz` or for a super-admin. */
export type Readiness = Record<string, unknown>;

/** Returns the relay's own report at `/readyz`; null if the response comes from a proxy or another program. */
export function readinessIn({ status, body }: Pick<Probe, 'status' | 'body'>): Readiness | null {
  const isRelays = typeof body['status'] === 'string' && [200, 503].includes(status);
  return isRelays ? body : null;
}

/** Checks the optional services that are configured. A relay that is shutting down doesn't report them. */
export function companionChecks(readiness: Readiness): Check[] {
  return (['redis', 'mail', 'attachments'] as const).flatMap((name) => {
    const state = readiness[name];
    if (state === undefined) return [];
    const word = typeof state === 'string' ? state : JSON.stringify(state);
    const message = COMPANIONS[name][word] ?? `unknown state: ${word}`;
    return [{ name, isWell: state === 'ok' || state === 'unset', message }];
  });
}

/** Checks that the relay can serve, which depends on its database. */
export function databaseCheck({ status, database }: Readiness): Check {
  const name = 'database';
  if (status === 'ready') return { name, isWell: true, message: String(database) };
  const state = String(status);
  return { name, isWell: false, message: NOT_READY[state] ?? `the relay is not ready: ${state}` };
}
