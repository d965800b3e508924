import type { RedisClientType } from 'redis';

/** State of Redis, by its own responses. */
export interface RedisAnswer {
  /** Id of the server's process; null where the user may not ask, or a proxy or a cluster responds. */
  runId: string | null;
  /** Why it can't deliver notices or count limits; null if it can, or if the user may not ask. */
  problem: string | null;
}

/** Key of the test write, in the key space of the shared limits: a limited user may write there. */
const KEY = 'limit:probe';
const KEPT_MS = 10_000;
/** Refusals that say nothing about notices: from a limited user, a proxy, or another kind of server. */
const NOT_ALLOWED = /^(NOPERM|NOAUTH|ERR|MOVED|ASK|CROSSSLOT|CLUSTERDOWN)\b/;

/**
 * Asks Redis for its role and its run id, and tries a write: a replica accepts commands, and passes nothing on.
 * @throws if Redis does not respond
 */
export async function askRedis(client: RedisClientType, nodeId: string): Promise<RedisAnswer> {
  const [role, info, refusal] = await Promise.all([
    answerOf(client.sendCommand(['ROLE'])),
    answerOf(client.sendCommand(['INFO', 'server'])),
    refusalOf(client.sendCommand(['SET', `${KEY}:${nodeId}`, '', 'PX', `${KEPT_MS}`])),
  ]);
  const name = Array.isArray(role) ? `${role[0]}` : 'master';
  return {
    runId: typeof info === 'string' ? runIdOf(info) : null,
    problem: name === 'master' ? refusal : `it is a ${name}`,
  };
}

function runIdOf(info: string): string | null {
  if (/^redis_mode:cluster/m.test(info)) return null; // a cluster's nodes pass notices on to each other
  return /^run_id:([0-9a-f]{1,64})\s*$/m.exec(info)?.[1] ?? null;
}

/** Whether an error is a refusal by Redis: the client's own errors have other prefixes. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && /^-?[A-Z]{2,}\b/.test(error.message);
}

async function answerOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
}

async function refusalOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return NOT_ALLOWED.test(error.message) ? null : `it refuses writes (${wordOf(error)})`;
  }
}

/** The first word of a refusal, which names its kind. */
export const wordOf = (error: Error): string => error.message.split(' ', 1)[0] ?? '';
