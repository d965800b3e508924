import { createAddressGuard } from '../../src/callbacks/delivery/address-guard';
import type { AttemptRecord } from '../../src/callbacks/delivery/attempt-log';
import {
  createDelivery,
  type Delivery,
  type DeliveryOptions,
} from '../../src/callbacks/delivery/delivery';
import type { OutboxEvent } from '../../src/callbacks/events/events';
import { createOutbox, queueWrites, type Outbox } from '../../src/callbacks/outbox/outbox';
import { createSender } from '../../src/callbacks/delivery/sender';
import {
  createCallbackWorker,
  type CallbackWorker,
  type CallbackWorkerOptions,
} from '../../src/callbacks/worker/worker';
import { newId, newObjectId } from '../../src/platform/ids';
import type { Database, Tx } from '../../src/platform/storage/database';
import { insertRows } from '../../src/platform/storage/sql';
import { runWrites } from '../../src/platform/storage/writes';
import { quietLog } from './database';

export type WorkerOverrides = Partial<CallbackWorkerOptions> &
  Partial<DeliveryOptions> & { onResponse?: Parameters<Delivery['onResponse']>[0] };

export interface StoredEvent {
  conversationId: string;
  sequence: number;
  eventId: string;
  state: string;
  attempts: number;
  outcome: string | null;
  lastTimestamp: number;
}

export interface CallbackNode {
  worker: CallbackWorker;
  /** Stores events as this node's journal does. */
  commit(events: readonly OutboxEvent[]): Promise<void>;
}

/** Everything around the callback worker: tenants, a clock that can be moved, the real sender. */
export function createCallbackStage(database: Database) {
  const sender = createSender({ guard: createAddressGuard({ allowCidrs: [], isLocal: true }) });
  const secrets = new Map<string, string>();
  const outbox = createOutbox(quietLog);
  /** An outbox of a node without a worker. */
  const elsewhere = createOutbox(quietLog);
  const started: CallbackWorker[] = [];
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;

  function createWorker(overrides: WorkerOverrides = {}): CallbackWorker {
    const shared = { clock, log: quietLog, ...overrides };
    const delivery = createDelivery({
      sender,
      targetOf,
      activeSecret,
      traces: outbox.traces,
      ...shared,
    });
    if (overrides.onResponse) delivery.onResponse(overrides.onResponse);
    const worker = createCallbackWorker({
      database,
      outbox,
      pollMs: 50,
      deliver: delivery.deliver,
      ...shared,
    });
    started.push(worker);
    return worker;
  }

  async function addTenant(callbackUrlBase: string | null): Promise<string> {
    const [tenantId = ''] = await addTenants(1, callbackUrlBase);
    return tenantId;
  }

  /** Adds tenants, each in a new workspace unless one is given. */
  async function addTenants(
    count: number,
    callbackUrlBase: string | null,
    workspaceId?: string,
  ): Promise<string[]> {
    const rows = Array.from({ length: count }, () => tenantRow(callbackUrlBase, workspaceId));
    await database.transaction((tx) =>
      insertRows(tx, { name: 'tenants', columns: Object.keys(rows[0] ?? {}) }, rows),
    );
    for (const { tenant_id: tenantId } of rows) secrets.set(tenantId, `ts_${tenantId}`);
    return rows.map(({ tenant_id: tenantId }) => tenantId);
  }

  function tenantRow(callbackUrlBase: string | null, workspaceId = newId()) {
    const tenantId = newId();
    return {
      tenant_id: tenantId,
      workspace_id: workspaceId,
      tenant_name: 'Shop',
      widget_public_key: `pk_${tenantId}`,
      allowed_origins: '[]',
      callback_url_base: callbackUrlBase,
      default_locale: 'fr',
      widget: '{}',
      bot: '{}',
      status: 'active',
      created_at: clock(),
    };
  }

  async function targetOf(tenantId: string) {
    const [target] = await database.read.rows<{ callbackUrlBase: string | null; status: string }>(
      'SELECT callback_url_base AS callbackUrlBase, status FROM tenants WHERE tenant_id = ?',
      [tenantId],
    );
    return target ?? null;
  }

  async function activeSecret(tenantId: string): Promise<string> {
    return secrets.get(tenantId) ?? '';
  }

  /** Stores events without waking a worker, as the journal of a node without a worker does. */
  async function enqueue(events: readonly OutboxEvent[]): Promise<void> {
    await database.transaction((tx) => enqueueEvents(tx, elsewhere, events));
  }

  /** A separate node whose worker is notified of its own commits. */
  function createNode(overrides: WorkerOverrides = {}): CallbackNode {
    const own = createOutbox(quietLog);
    return {
      worker: createWorker({ ...overrides, outbox: own }),
      commit: async (events) => {
        await database.transaction((tx) => enqueueEvents(tx, own, events));
        own.reportQueued(events);
      },
    };
  }

  /** The events first..last of a conversation. */
  function makeEvents(
    tenantId: string,
    conversationId: string,
    first: number,
    last: number,
  ): OutboxEvent[] {
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const eventId = newId();
      const sequence = first + index;
      const event = 'message-received' as const;
      const ids = { event_id: eventId, tenant_id: tenantId, conversation_id: conversationId };
      const body = { ...ids, event, sequence, content: 'Où est ma commande ? 🙂' };
      return { tenantId, conversationId, sequence, eventId, event, body, createdAt: clock() };
    });
  }

  return {
    clock,
    createWorker,
    addTenant,
    addTenants,
    enqueue,
    createNode,
    makeEvents,
    newConversationId: () => newObjectId(clock()),
    secretsFor: (tenantId: string) => [secrets.get(tenantId) ?? 'ts_unknown'],
    moveClock: (ms: number) => void (aheadMs += ms),

    /** Moves the clock a little past where the next event may be tried, unless a lane is in flight. */
    async skipToNextDue(): Promise<void> {
      const [row] = await database.read.rows<{ due: number | null; leased: number }>(
        `SELECT MIN(CASE WHEN health.probes > 0 THEN health.resumes_at
             WHEN health.resumes_at > COALESCE(event.due_at, lane.due_at) THEN health.resumes_at
             ELSE COALESCE(event.due_at, lane.due_at) END) AS due,
           COUNT(lane.lease_owner) AS leased
         FROM callback_lanes lane
         LEFT JOIN callback_health health ON health.tenant_id = lane.tenant_id
         LEFT JOIN callback_events event ON event.tenant_id = lane.tenant_id
           AND event.conversation_id = lane.conversation_id
           AND event.sequence = lane.head`,
      );
      const waitMs = (row?.due ?? 0) - clock();
      // A jump would expire leases, so it waits while a lane is in flight.
      if (row?.leased === 0 && waitMs > 0) aheadMs += waitMs + 5000;
    },

    async attemptsOf(tenantId: string) {
      const rows = await database.read.rows<{ sequence: number; record: string }>(
        `SELECT sequence, record FROM callback_attempts WHERE tenant_id = ?
         ORDER BY conversation_id, sequence, timestamp_ms`,
        [tenantId],
      );
      return rows.map(({ sequence, record }) => {
        const { status, outcome, answer } = JSON.parse(record) as AttemptRecord;
        return { sequence, status, outcome, answer };
      });
    },

    healthOf: async (tenantId: string) => {
      const [row] = await database.read.rows<{
        probes: number;
        resumesAt: number;
        failures: number;
      }>(
        `SELECT probes, resumes_at AS resumesAt, failures FROM callback_health WHERE tenant_id = ?`,
        [tenantId],
      );
      return row ?? null;
    },

    setTenant: (tenantId: string, change: { status?: string; callback_url_base?: string | null }) =>
      database.transaction((tx) =>
        tx.run(
          `UPDATE tenants SET ${Object.keys(change)
            .map((column) => `${column} = ?`)
            .join(', ')} WHERE tenant_id = ?`,
          [...Object.values(change), tenantId],
        ),
      ),

    stored: (tenantId: string) =>
      database.read.rows<StoredEvent>(
        'SELECT conversation_id AS conversationId, sequence, event_id AS eventId, state, attempts, outcome, ' +
          'last_timestamp AS lastTimestamp FROM callback_events WHERE tenant_id = ? ORDER BY conversation_id, sequence',
        [tenantId],
      ),

    async close(): Promise<void> {
      await sender.close();
      await Promise.all(started.map((worker) => worker.stop()));
    },
  };
}

export type CallbackStage = ReturnType<typeof createCallbackStage>;

/** Writes events as the journal does with the change that causes them. */
export function enqueueEvents(
  tx: Tx,
  outbox: Outbox,
  events: readonly OutboxEvent[],
): Promise<void> {
  return runWrites(tx, queueWrites(outbox.collect(events), tx.dialect));
}
