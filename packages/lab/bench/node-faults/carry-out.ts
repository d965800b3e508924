import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { DarkProxy } from '../database-faults/dark-proxy';
import type { RelayProcess } from '../torture/relay-process';
import { FAULTS, type NodeFault, type PlannedFault, type ServiceFault } from './plan';
import type { NodeStage } from './stage';

/** A fault with an effect that can be observed from outside. */
interface Steps {
  begin(): Promise<void> | void;
  /** Whether the effect is visible; called after `begin`. */
  isSeen(): Promise<boolean>;
  end(): Promise<void> | void;
}

/** Timeout after which a service counts as unreachable. */
const ANSWER_MS = 700;

/** Carries out a fault from begin to end. Returns the effects that did not appear. */
export async function carryOut(
  { kind, node, lastsMs }: PlannedFault,
  stage: NodeStage,
): Promise<string[]> {
  const fault: { node?: NodeFault; service?: ServiceFault } = FAULTS[kind];
  const failures: string[] = [];
  const begin = async (what: string, steps: Steps): Promise<void> => {
    await steps.begin();
    if (!(await steps.isSeen())) failures.push(`${what}: node ${node}, without effect`);
  };

  const service = fault.service && serviceSteps(stage, node)[fault.service];
  if (service) await begin(kind, service);
  if (fault.node) {
    const steps = nodeSteps(stage, node)[fault.node];
    await begin(kind, steps);
    await wait(lastsMs);
    await steps.end();
  } else {
    await wait(lastsMs);
  }
  await service?.end();
  return failures;
}

function nodeSteps({ relays }: NodeStage, node: number): Record<NodeFault, Steps> {
  const relay = at(relays, node);
  let exitCode: number | null = null;
  return {
    killed: {
      begin: () => relay.kill(),
      isSeen: async () => !(await isServing(relay)),
      end: () => relay.start(),
    },
    drained: {
      begin: async () => void (exitCode = await relay.stop()),
      isSeen: async () => exitCode === 0 && !(await isServing(relay)),
      end: () => relay.start(),
    },
    frozen: {
      begin: () => void process.kill(relay.pid(), 'SIGSTOP'),
      isSeen: async () => !(await isServing(relay)),
      end: () => void process.kill(relay.pid(), 'SIGCONT'),
    },
    'all killed': {
      begin: async () => void (await Promise.all(relays.map((one) => one.kill()))),
      isSeen: async () => !(await Promise.all(relays.map(isServing))).includes(true),
      end: async () => void (await Promise.all(relays.map((one) => one.start()))),
    },
  };
}

function serviceSteps(stage: NodeStage, node: number): Record<ServiceFault, Steps> {
  const { redis, database, toRedis, toDatabase } = stage;
  const isRedisAnswering = (proxy: DarkProxy) => isAnswering(proxy.port, 'PING\r\n');
  /** MariaDB sends its greeting without a request. */
  const isDatabaseAnswering = (proxy: DarkProxy) => isAnswering(proxy.port, '');
  const is = async (
    answering: (proxy: DarkProxy) => Promise<boolean>,
    wanted: readonly DarkProxy[],
    unwanted: readonly DarkProxy[] = [],
  ): Promise<boolean> => {
    const silent = await Promise.all(wanted.map(answering));
    const heard = await Promise.all(unwanted.map(answering));
    return !silent.includes(true) && !heard.includes(false);
  };
  const redisGone = () => is(isRedisAnswering, toRedis);
  const databaseGone = () => is(isDatabaseAnswering, toDatabase);
  const dark = (
    proxies: readonly DarkProxy[],
    others: readonly DarkProxy[],
    answering: (proxy: DarkProxy) => Promise<boolean>,
  ): Steps => ({
    begin: () => proxies.forEach((proxy) => proxy.darkenAll()),
    isSeen: () => is(answering, proxies, others),
    end: () => proxies.forEach((proxy) => proxy.lighten()),
  });
  const except = (proxies: readonly DarkProxy[]) => proxies.filter((_, index) => index !== node);
  return {
    'Redis stopped': {
      begin: () => redis.stop('SIGTERM'),
      isSeen: redisGone,
      end: () => redis.start(),
    },
    'Redis killed': {
      begin: () => redis.stop('SIGKILL'),
      isSeen: redisGone,
      end: () => redis.start(),
    },
    'Redis hangs': { begin: redis.hang, isSeen: redisGone, end: redis.goOn },
    'Redis dark': dark(toRedis, [], isRedisAnswering),
    'Redis dark for one node': dark([at(toRedis, node)], except(toRedis), isRedisAnswering),
    'database killed': {
      begin: () => database.end('SIGKILL'),
      isSeen: databaseGone,
      end: () => database.start(),
    },
    'database hangs': { begin: database.freeze, isSeen: databaseGone, end: database.thaw },
    'database dark': dark(toDatabase, [], isDatabaseAnswering),
    'database dark for one node': dark(
      [at(toDatabase, node)],
      except(toDatabase),
      isDatabaseAnswering,
    ),
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new TypeError(`there is no node ${index}`);
  return item;
}

async function isServing({ url }: RelayProcess): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Whether anything comes back over a new connection. */
function isAnswering(port: number, greeting: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isHeard: boolean): void => {
      socket.destroy();
      resolve(isHeard);
    };
    socket.setTimeout(ANSWER_MS, () => end(false));
    socket.on('connect', () => socket.write(greeting));
    socket.on('data', () => end(true));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}
