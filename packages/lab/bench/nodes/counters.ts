import type { Connection, RowDataPacket } from 'mysql2/promise';
import { cpuSeconds } from '../support/process-figures';
import type { RelayProcess } from '../torture/relay-process';

/** Values by name that only grow while a cluster works. */
export type Counters = Map<string, number>;

export interface Cluster {
  relays: readonly RelayProcess[];
  mariaDb: { pid: number; root: Connection };
  redisPid: number;
}

const STATUS = /^(Questions|Com_\w+|Innodb_row_lock_(waits|time))$/;
const METRICS =
  /^(relay_notices_total\{what="\w+"\}|relay_callback_attempts_total\{outcome="\w+"\}) (\d+)$/gm;

export async function readCounters({ relays, mariaDb, redisPid }: Cluster): Promise<Counters> {
  const counters: Counters = new Map();
  const add = (name: string, value: number): void =>
    void counters.set(name, (counters.get(name) ?? 0) + value);
  for (const relay of relays) {
    const text = await (await fetch(`${relay.url}/metrics`)).text();
    for (const [, name = '', value] of text.matchAll(METRICS)) add(name, Number(value));
    add('relay cpu', cpuSeconds(relay.pid()));
  }
  add('mariadbd cpu', cpuSeconds(mariaDb.pid));
  add('redis cpu', cpuSeconds(redisPid));
  const [rows] = await mariaDb.root.query<RowDataPacket[]>('SHOW GLOBAL STATUS');
  for (const { Variable_name: name, Value: value } of rows) {
    if (STATUS.test(name as string)) add(name as string, Number(value));
  }
  return counters;
}

/** Returns a function for the growth of each counter. */
export function growth(before: Counters, after: Counters): (name: string) => number {
  return (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
}
