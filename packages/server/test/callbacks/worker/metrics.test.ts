import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBacklog, readBacklog } from '../../../src/callbacks/worker/backlog';
import { measureCallbacks, measureSender } from '../../../src/callbacks/worker/metrics';
import type { Attempt, Sender } from '../../../src/callbacks/delivery/sender';
import { createMetrics } from '../../../src/platform/metrics/metrics';
import type { Database } from '../../../src/platform/storage/database';
import { insertRows } from '../../../src/platform/storage/sql';
import { createCallbackStage, type CallbackStage } from '../../support/callback-stage';
import { openTestDatabase } from '../../support/database';

const SECOND = 1000;

describe('the metrics of callbacks', () => {
  let database: Database;
  let closeDatabase: () => Promise<void>;
  let stage: CallbackStage;

  beforeAll(async () => {
    ({ database, close: closeDatabase } = await openTestDatabase());
    stage = createCallbackStage(database);
  });
  afterAll(async () => {
    await stage.close();
    await closeDatabase();
  });
  beforeEach(async () => {
    await database.transaction(async (tx) => {
      for (const table of ['lanes', 'events', 'health'])
        await tx.run(`DELETE FROM callback_${table}`);
    });
  });

  async function addTenant(events: number): Promise<string> {
    const tenantId = await stage.addTenant('http://127.0.0.1:9');
    if (events === 0) return tenantId;
    await stage.enqueue(stage.makeEvents(tenantId, stage.newConversationId(), 1, events));
    return tenantId;
  }

  async function trouble(tenantId: string, probes: number, resumesAt = 0, failingSince = 0) {
    const row = {
      tenant_id: tenantId,
      failing_since: failingSince,
      failures: 5,
      first_conversation_id: stage.newConversationId(),
      is_spread: 1,
      probes,
      resumes_at: resumesAt,
      mails_sent: 0,
    };
    await database.transaction((tx) =>
      insertRows(tx, { name: 'callback_health', columns: Object.keys(row) }, [row]),
    );
  }

  const setAge = (tenantId: string, createdAt: number) =>
    database.transaction((tx) =>
      tx.run('UPDATE callback_events SET created_at = ? WHERE tenant_id = ?', [
        createdAt,
        tenantId,
      ]),
    );

  it('shows callback metrics of 0 while nothing waits', async () => {
    expect(await readBacklog(database.read, stage.clock())).toEqual({
      queued: 0,
      deferred: 0,
      oldestMs: { well: 0, failing: 0, suspended: 0 },
      failingTenants: { retried: 0, paused: 0, probed: 0 },
      probes: {},
    });
  });

  it("shows how many callbacks wait and since when, by the tenants' health", async () => {
    const now = stage.clock();
    const [well, failing, suspended] = [await addTenant(3), await addTenant(2), await addTenant(4)];
    await setAge(well, now - 2 * SECOND);
    await setAge(failing, now - 90 * SECOND);
    await setAge(suspended, now - 3600 * SECOND);
    await trouble(failing, 0);
    await stage.setTenant(suspended, { status: 'suspended' });
    expect(await readBacklog(database.read, now)).toMatchObject({
      queued: 9,
      deferred: 0,
      oldestMs: { well: 2 * SECOND, failing: 90 * SECOND, suspended: 3600 * SECOND },
    });
  });

  it('counts deferred events separately from the queue', async () => {
    const tenantId = await addTenant(2);
    const deferredOnly = await addTenant(1);
    await database.transaction(async (tx) => {
      await tx.run('UPDATE callback_lanes SET side_due_at = 1 WHERE tenant_id IN (?, ?)', [
        tenantId,
        deferredOnly,
      ]);
      await tx.run('UPDATE callback_lanes SET head = 2 WHERE tenant_id = ?', [deferredOnly]);
    });
    expect(await readBacklog(database.read, stage.clock())).toMatchObject({
      queued: 2,
      deferred: 2,
    });
  });

  it('shows the breaker of at most a hundred tenants', async () => {
    const now = stage.clock();
    await trouble(await addTenant(0), 0);
    await trouble(await addTenant(0), 0, now + SECOND);
    const longest = await addTenant(0);
    for (let tenants = 0; tenants < 120; tenants++) {
      await trouble(tenants === 60 ? longest : await addTenant(0), 3, now, tenants === 60 ? 0 : 1);
    }
    const { failingTenants, probes } = await readBacklog(database.read, now);
    expect(failingTenants).toEqual({ retried: 1, paused: 1, probed: 120 });
    expect(Object.keys(probes)).toHaveLength(100);
    expect(probes[longest]).toBe(3);
  });

  it('reads callback metrics once and names no tenant that has recovered', async () => {
    const metrics = createMetrics();
    const stats = { inFlight: 2, delivered: 40, retried: 3, dead: 1, postponed: 0, lost: 0 };
    const tenantId = await addTenant(2);
    await setAge(tenantId, stage.clock() - 5 * SECOND);
    await trouble(tenantId, 2);
    let readings = 0;
    let backlog = createBacklog({ database, clock: stage.clock });
    measureCallbacks(metrics, {
      stats: () => stats,
      backlog: () => {
        readings++;
        return backlog();
      },
    });
    const text = await metrics.registry.metrics();
    for (const line of [
      /^relay_callbacks_queued 2$/m,
      /^relay_callbacks_aside 0$/m,
      /^relay_callbacks_oldest_seconds\{tenant="failing"\} 5(\.\d+)?$/m,
      /^relay_callbacks_oldest_seconds\{tenant="well"\} 0$/m,
      /^relay_callback_tenants\{state="probed"\} 1$/m,
      /^relay_callbacks_in_flight 2$/m,
      /^relay_callback_attempts_total\{outcome="delivered"\} 40$/m,
      /^relay_callback_attempts_total\{outcome="dead"\} 1$/m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text).toContain(`relay_callback_probes{tenant_id="${tenantId}"} 2\n`);
    expect(readings).toBeGreaterThan(1);
    expect(backlog()).toBe(backlog());

    await database.transaction((tx) => tx.run('DELETE FROM callback_health'));
    backlog = createBacklog({ database, clock: stage.clock });
    expect(await metrics.registry.metrics()).not.toContain(tenantId);
  });

  it('counts requests to receivers by outcome', async () => {
    const metrics = createMetrics();
    const statuses = [200, 204, 307, 404, 503, 599, 999];
    const attempts: Attempt[] = [
      ...statuses.map((status) => ({
        kind: 'responded' as const,
        status,
        bodyText: '',
        headers: {},
        durationMs: 20,
      })),
      { kind: 'failed', reason: 'timeout', message: '', durationMs: 10_000 },
    ];
    const queue = [...attempts];
    const given: Sender = {
      post: async () => queue.shift() ?? attempts[0]!,
      close: async () => undefined,
    };
    const sender = measureSender(metrics, given);
    for (const attempt of attempts) {
      expect(await sender.post({ url: '', headers: {}, body: Buffer.alloc(0) })).toBe(attempt);
    }
    const text = await metrics.registry.metrics();
    const counted = [...text.matchAll(/^relay_callback_answers_total\{answer="(\w+)"\} (\d+)$/gm)];
    expect(counted.map(([, answer, count]) => [answer, Number(count)])).toEqual([
      ['2xx', 2],
      ['3xx', 1],
      ['4xx', 1],
      ['5xx', 2],
      ['other', 1],
      ['timeout', 1],
    ]);
    expect(text).toMatch(/^relay_callback_request_duration_seconds_bucket\{le="0.025"\} 7$/m);
  });
});
