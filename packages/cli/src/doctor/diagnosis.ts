import type { Probe } from '../relay/probe';

/** One check. If it failed, the message says what to do. */
export interface Check {
  name: string;
  isWell: boolean;
  message: string;
}

// Codes of authenticator apps change every 30 s, and signatures are refused 300 s off.
const TOLERATED_S = 30;

/** Whether the relay's clock and this one agree. */
export function clockCheck({ clockAheadS }: Pick<Probe, 'clockAheadS'>): Check {
  const name = 'clock';
  if (clockAheadS === null) {
    return { name, isWell: false, message: 'no Date in the answer: does a proxy remove it?' };
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

/** Whether this relayctl fits the relay's version: before 1.0, minor versions are not compatible. */
export function versionCheck({ body }: Pick<Probe, 'body'>, ours: string): Check {
  const name = 'versions';
  const info = body['info'];
  const hasVersion = typeof info === 'object' && info !== null && 'version' in info;
  if (!hasVersion) {
    const message = 'the relay does not report its version: does a proxy hide /openapi.json?';
    return { name, isWell: false, message };
  }
  const theirs = String(info.version);
  const both = `relay ${theirs}, relayctl ${ours}`;
  return lineOf(theirs) === lineOf(ours)
    ? { name, isWell: true, message: both }
    : { name, isWell: false, message: `${both}: install the same version of both` };
}

function lineOf(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `0.${minor}` : `${major}`;
}

/** Whether a rotation of the master key has ended. Without metrics here, nothing is said. */
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
  database_unavailable: "the relay can't reach its database: see DATABASE_URL and its log",
};

/** What a relay reports about services that it can run without. */
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

/** Whether the optional services that were set up work. A relay that is shutting down doesn't report them. */
export function companionChecks({ body }: Pick<Probe, 'body'>): Check[] {
  return (['redis', 'mail', 'attachments'] as const).flatMap((name) => {
    const state = body[name];
    if (state === undefined) return [];
    const word = typeof state === 'string' ? state : JSON.stringify(state);
    const message = COMPANIONS[name][word] ?? `unknown state: ${word}`;
    return [{ name, isWell: state === 'ok' || state === 'unset', message }];
  });
}

/** Whether the relay can serve, which depends on its database. */
export function databaseCheck({ status, body }: Pick<Probe, 'status' | 'body'>): Check {
  const name = 'database';
  if (status === 200) return { name, isWell: true, message: String(body['database']) };
  const state = String(body['status']);
  return { name, isWell: false, message: NOT_READY[state] ?? `the relay is not ready: ${state}` };
}
