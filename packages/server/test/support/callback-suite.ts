import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { readBacklog } from '../../src/callbacks/worker/backlog';
import type { OutboxEvent } from '../../src/callbacks/events/events';
import type { CallbackWorker } from '../../src/callbacks/worker/worker';
import type { Database } from '../../src/platform/storage/database';
import {
  startCallbackReceiver,
  type Arrival,
  type CallbackReceiver,
  type CallbackReceiverOptions,
} from './callback-receiver';
import { createCallbackStage, type CallbackStage } from './callback-stage';
import { openTestDatabase } from './database';

/** A busy machine may take its time; the hanging requests take ten seconds. */
export const SOON = { timeout: 9000 };

/** One database for the suite, and around each test a stage on it with its receivers. */
export function setUpCallbackSuite() {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;
  let receivers: CallbackReceiver[];

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
  });
  afterAll(() => closeDatabase());
  beforeEach(() => {
    stage = createCallbackStage(database);
    receivers = [];
  });
  afterEach(async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await stage.close();
    await database.transaction(async (tx) => {
      await tx.run('DELETE FROM callback_lanes');
      await tx.run('DELETE FROM callback_events');
    });
  });

  async function startReceiver(
    behave?: CallbackReceiverOptions['behave'],
  ): Promise<CallbackReceiver> {
    const { secretsFor, clock } = stage;
    const receiver = await startCallbackReceiver({
      secretsFor,
      now: clock,
      ...(behave && { behave }),
    });
    receivers.push(receiver);
    return receiver;
  }

  function makeLanes(tenantId: string, lanes: number, events: number): OutboxEvent[] {
    return Array.from({ length: lanes }, () =>
      stage.makeEvents(tenantId, stage.newConversationId(), 1, events),
    ).flat();
  }

  const statesOf = async (tenantId: string) =>
    (await stage.stored(tenantId)).map(({ state }) => state);
  const queued = async () => (await readBacklog(database.read, stage.clock())).queued;

  /** Waits until the queue is empty, and skips the delays between attempts. */
  async function drain(workers: CallbackWorker[]): Promise<void> {
    await expect
      .poll(() => stage.skipToNextDue().then(queued), {
        timeout: 15_000,
        interval: 5,
      })
      .toBe(0);
    await expect
      .poll(() => workers.reduce((sum, worker) => sum + worker.stats().inFlight, 0), SOON)
      .toBe(0);
  }

  return {
    get database() {
      return database;
    },
    get stage() {
      return stage;
    },
    startReceiver,
    makeLanes,
    statesOf,
    queued,
    drain,
  };
}

/** Fails if an event arrived before its conversation's previous event was answered with 200. */
export function expectOrder(arrivals: readonly Arrival[]): void {
  const highest = new Map<string, number>();
  for (const { conversationId, sequence } of arrivals) {
    const before = highest.get(conversationId) ?? 0;
    expect([before, before + 1]).toContain(sequence);
    highest.set(conversationId, sequence);
  }
}

export function expectGrowingTimestamps(arrivals: readonly Arrival[]): void {
  const last = new Map<string, number>();
  for (const { eventId, timestampMs } of arrivals) {
    expect(timestampMs).toBeGreaterThan(last.get(eventId) ?? 0);
    last.set(eventId, timestampMs);
  }
}

/** A gate at which a receiver's requests wait until `open` is called. */
export function createGate() {
  let open = (): void => undefined;
  const opened = new Promise<'ok'>((resolve) => (open = () => resolve('ok')));
  return { pass: () => opened, open: () => open() };
}
