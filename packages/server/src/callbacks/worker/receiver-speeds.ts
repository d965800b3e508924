import { SECOND } from '../../platform/clock';

/** The speed of a tenant's receiver: `new` until its first response, or until that is late. */
export type Speed = 'quick' | 'new' | 'slow';

/** This node's measurements of receivers. They end with the process, and are soon made again. */
export interface ReceiverSpeeds {
  speedOf(tenantId: string): Speed;
  /** The tenant's window: its limit of lanes in flight while slots are scarce. */
  windowOf(tenantId: string): number;
  /** Starts the clock of an attempt; call the result when it ends. */
  begin(tenantId: string): (ended: EndedAttempt | null) => void;
}

export interface EndedAttempt {
  durationMs: number;
  isSuccess: boolean;
}

const SLOW_MS = SECOND;
const REMEMBERED_ATTEMPTS = 8;
const FIRST_WINDOW = 2;
const MAX_TENANTS = 10_000;

interface Entry {
  /** Durations of the last attempts, the latest last. */
  recent: number[];
  running: Set<{ startedAt: number }>;
  window: number;
}

export interface ReceiverSpeedsOptions {
  maxPerTenant: number;
  /** Monotonic milliseconds. */
  now?: () => number;
}

export function createReceiverSpeeds(options: ReceiverSpeedsOptions): ReceiverSpeeds {
  const { maxPerTenant, now = () => performance.now() } = options;
  /** Measurements by tenant, the least recently called first. */
  const entries = new Map<string, Entry>();

  function touch(tenantId: string): Entry {
    const entry = entries.get(tenantId) ?? {
      recent: [],
      running: new Set(),
      window: Math.min(FIRST_WINDOW, maxPerTenant),
    };
    entries.delete(tenantId);
    entries.set(tenantId, entry);
    if (entries.size > MAX_TENANTS) forgetOldest();
    return entry;
  }

  function forgetOldest(): void {
    for (const [tenantId, { running }] of entries) {
      if (running.size === 0) return void entries.delete(tenantId);
    }
  }

  return {
    speedOf: (tenantId) => {
      const entry = entries.get(tenantId);
      if (!entry) return 'new';
      const startedBefore = now() - SLOW_MS;
      const late = [...entry.running].filter(({ startedAt }) => startedAt < startedBefore);
      const known = [...entry.recent, ...late.map(() => Number.POSITIVE_INFINITY)];
      if (known.length === 0) return 'new';
      return median(known.slice(-REMEMBERED_ATTEMPTS)) > SLOW_MS ? 'slow' : 'quick';
    },

    windowOf: (tenantId) => entries.get(tenantId)?.window ?? Math.min(FIRST_WINDOW, maxPerTenant),

    begin: (tenantId) => {
      const entry = touch(tenantId);
      const attempt = { startedAt: now() };
      entry.running.add(attempt);
      return (ended) => {
        entry.running.delete(attempt);
        if (!ended) return;
        const { durationMs, isSuccess } = ended;
        entry.recent = [...entry.recent, durationMs].slice(-REMEMBERED_ATTEMPTS);
        if (durationMs > SLOW_MS) entry.window = Math.max(1, Math.floor(entry.window / 2));
        else if (isSuccess) entry.window = Math.min(maxPerTenant, entry.window + 1);
      };
    },
  };
}

/** The value in the middle; of an even number of values, the greater of the two. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
