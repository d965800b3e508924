import type { Route } from './http/route';
import type { Reading } from './metrics/metrics';
import type { StoredData } from './storage/stored-data';
import type { Task } from './tasks/task';

/** A feature's contribution to the relay: routes, tasks and more. `app/` lists the parts and registers these. */
export interface Part {
  routes?: readonly Route[];
  /** Background work. It starts when the relay listens. */
  tasks?: readonly Task[];
  /** Deletions of expired rows. Each runs every ten minutes, on any number of nodes. */
  deletions?: readonly (() => Promise<void>)[];
  gauges?: readonly Gauge[];
  /** Data about visitors and tenants, if `app/stored-data.ts` doesn't list it. */
  data?: StoredData;
}

/** A level that the metrics have, such as open sockets. */
export interface Gauge {
  name: string;
  help: string;
  read(): Reading | Promise<Reading>;
}
