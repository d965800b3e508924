import type { Route } from './http/route';
import type { Reading } from './metrics/metrics';
import type { StoredData } from './storage/stored-data';
import type { Task } from './tasks/task';

/** What a feature gives to the relay. `app/` lists the parts, and hands out what they have. */
export interface Part {
  /** Its HTTP routes under the prefix. */
  routes?: readonly Route[];
  /** Its background work. It starts when the relay listens. */
  tasks?: readonly Task[];
  /** What it deletes when its time is over: each runs every ten minutes, on any number of nodes. */
  deletions?: readonly (() => Promise<void>)[];
  gauges?: readonly Gauge[];
  /** What it stores about visitors and tenants, if `app/stored-data.ts` doesn't list it. */
  data?: StoredData;
}

/** A level that the metrics have, such as open sockets. */
export interface Gauge {
  name: string;
  help: string;
  read(): Reading | Promise<Reading>;
}
