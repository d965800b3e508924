import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { atEnd } from '../support/at-end';
import type { GaleraNode } from './cluster';

/** State of the nodes as a load balancer's health check reads it. */
export interface Watch {
  /** Whether the node with this index accepts statements. */
  isReady(index: number): boolean;
  /** Whether every node is in the cluster and has all data. */
  areAllSynced(): boolean;
  /** Sums over all nodes, including those from before their restarts. */
  counts(): Counts;
  onChange(listener: () => void): void;
}

export type Counts = Record<keyof typeof COUNTERS, number>;

const COUNTERS = {
  commits: 'wsrep_local_commits',
  certificationFailures: 'wsrep_local_cert_failures',
  bruteForceAborts: 'wsrep_local_bf_aborts',
} as const;

const NONE: Counts = { commits: 0, certificationFailures: 0, bruteForceAborts: 0 };

const EVERY_MS = 200;
const ANSWER_MS = 2_000;

interface Health {
  isReady: boolean;
  isSynced: boolean;
}
const DOWN: Health = { isReady: false, isSynced: false };

export function watchNodes(nodes: readonly GaleraNode[]): Watch {
  const healths: Health[] = nodes.map(() => DOWN);
  const counts: Counts = { ...NONE };
  const listeners: (() => void)[] = [];
  let isOver = false;
  atEnd(() => void (isOver = true));

  const follow = async (node: GaleraNode, index: number): Promise<void> => {
    let connection: Connection | null = null;
    let last: Counts = { ...NONE };
    while (!isOver) {
      let health = DOWN;
      try {
        connection ??= await node.connect();
        const status = await readStatus(connection);
        health = {
          isReady: status.get('wsrep_ready') === 'ON',
          isSynced:
            status.get('wsrep_local_state_comment') === 'Synced' &&
            status.get('wsrep_cluster_status') === 'Primary' &&
            Number(status.get('wsrep_cluster_size')) === nodes.length,
        };
        last = addUp(counts, status, last);
      } catch {
        connection?.destroy();
        connection = null;
      }
      const isNews = health.isReady !== healths[index]?.isReady;
      healths[index] = health;
      if (isNews) for (const listener of listeners) listener();
      await wait(EVERY_MS);
    }
    connection?.destroy();
  };
  for (const [index, node] of nodes.entries()) void follow(node, index);

  return {
    isReady: (index) => healths[index]?.isReady ?? false,
    areAllSynced: () => healths.every(({ isSynced }) => isSynced),
    counts: () => ({ ...counts }),
    onChange: (listener) => void listeners.push(listener),
  };
}

async function readStatus(connection: Connection): Promise<Map<string, string>> {
  const [rows] = await connection.query({
    sql: "SHOW GLOBAL STATUS LIKE 'wsrep_%'",
    timeout: ANSWER_MS,
  });
  const pairs = rows as { Variable_name: string; Value: string }[];
  return new Map(pairs.map(({ Variable_name: name, Value: value }) => [name, value]));
}

/** Adds what a node has counted since the last time, and answers what it has in all. */
function addUp(counts: Counts, status: Map<string, string>, last: Counts): Counts {
  const now = { ...NONE };
  for (const [name, variable] of Object.entries(COUNTERS) as [keyof Counts, string][]) {
    now[name] = Number(status.get(variable) ?? 0);
    // A node that was killed starts from 0.
    counts[name] += now[name] >= last[name] ? now[name] - last[name] : now[name];
  }
  return now;
}
