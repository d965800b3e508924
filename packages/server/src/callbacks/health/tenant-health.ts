import { MINUTE, SECOND } from '../../platform/clock';
import type { Tx } from '../../platform/storage/database';
import { forUpdate, placeholders, upsertRows } from '../../platform/storage/sql';
import { listColumns, type RowOf } from '../../platform/storage/table';
import { TENANT_HEALTH } from '../events/model';

/** The health of a tenant's address since it last accepted a callback. */
export interface TenantHealth {
  tenantId: string;
  failingSince: number;
  /** Failed attempts in a row. */
  failures: number;
  firstConversationId: string;
  /** True if several conversations failed: then the cause is not one unacceptable event. */
  isSpread: boolean;
  /** The number of failed probes. With 0, callbacks are sent normally; otherwise one at a time. */
  probes: number;
  /** The time at which `probes` left 0. */
  probingSince: number | null;
  /** The time until which nothing is sent. */
  resumesAt: number;
  mailsSent: number;
}

/** An attempt's facts about the address. */
export interface HealthReport {
  tenantId: string;
  conversationId: string;
  isSuccess: boolean;
  /** True if there was no connection: then no event can be the cause. */
  isUnreachable: boolean;
  /** The end of a pause that the receiver asked for. */
  pauseUntil: number | null;
  isProbe: boolean;
}

const FAILURES_TO_OPEN = 5;
const FIRST_PROBE_MS = 30 * SECOND;
const MAX_PROBE_MS = 10 * MINUTE;

/** Computes the health after a failure. @param random 0 to 1 @internal for its tests */
export function afterFailure(
  health: TenantHealth | null,
  report: HealthReport,
  now: number,
  random = Math.random(),
): TenantHealth {
  const before = health ?? {
    tenantId: report.tenantId,
    failingSince: now,
    failures: 0,
    firstConversationId: report.conversationId,
    isSpread: false,
    probes: 0,
    probingSince: null,
    resumesAt: 0,
    mailsSent: 0,
  };
  const failures = before.failures + 1;
  const isSpread = before.isSpread || before.firstConversationId !== report.conversationId;
  const isOut = failures >= FAILURES_TO_OPEN && (isSpread || report.isUnreachable);
  // Attempts that were in flight when the breaker opened add no information.
  const probes = before.probes === 0 ? (isOut ? 1 : 0) : before.probes + (report.isProbe ? 1 : 0);
  const waitsLonger = probes > before.probes;
  const probeAt = waitsLonger ? now + probeWaitMs(probes, random) : 0;
  const resumesAt = Math.max(before.resumesAt, probeAt, report.pauseUntil ?? 0);
  const probingSince = probes > 0 ? (before.probingSince ?? now) : null;
  return { ...before, failures, isSpread, probes, probingSince, resumesAt };
}

/** Computes the health after a success; null is healthy. A pause that the receiver asked for still applies. */
function afterSuccess(health: TenantHealth | null, now: number): TenantHealth | null {
  if (!health || health.probes > 0 || health.resumesAt <= now) return null;
  return { ...health, failingSince: now, failures: 0, isSpread: false, mailsSent: 0 };
}

/** Waits 30 s, doubling to 10 min, ± 20 %. @internal for its tests */
export function probeWaitMs(probes: number, random: number): number {
  const wait = Math.min(FIRST_PROBE_MS * 2 ** (probes - 1), MAX_PROBE_MS);
  return Math.round(wait * (0.8 + 0.4 * random));
}

export interface HealthChanges {
  /** Failing tenants, and the times at which their callbacks may be sent again. */
  failing: Map<string, number>;
  /** Tenants that were probed, and whose callbacks are sent normally again. */
  recovered: string[];
}

/** Updates the stored health. The caller leaves out successes of healthy tenants. */
export async function updateHealth(
  tx: Tx,
  reports: readonly HealthReport[],
  now: number,
): Promise<HealthChanges> {
  if (reports.length === 0) return { failing: new Map(), recovered: [] };
  const tenantIds = [...new Set(reports.map(({ tenantId }) => tenantId))].sort();
  const before = await lockHealth(tx, tenantIds);
  const after = new Map(before);
  for (const report of reports) {
    const health = after.get(report.tenantId) ?? null;
    const next = report.isSuccess ? afterSuccess(health, now) : afterFailure(health, report, now);
    if (next) after.set(report.tenantId, next);
    else after.delete(report.tenantId);
  }
  await upsertRows(tx, TENANT_HEALTH, [...after.values()].map(rowOf));
  const over = [...before.values()].filter(({ tenantId }) => !after.has(tenantId));
  await forget(
    tx,
    over.map(({ tenantId }) => tenantId),
  );
  return {
    failing: new Map([...after].map(([tenantId, { resumesAt }]) => [tenantId, resumesAt])),
    recovered: over.filter(({ probes }) => probes > 0).map(({ tenantId }) => tenantId),
  };
}

/** Marks tenants as healthy. */
export async function forget(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  if (tenantIds.length === 0) return;
  await tx.run(
    `DELETE FROM callback_health WHERE tenant_id IN ${placeholders(1, tenantIds.length)}`,
    tenantIds,
  );
}

async function lockHealth(tx: Tx, tenantIds: string[]): Promise<Map<string, TenantHealth>> {
  const rows = await tx.rows<RowOf<typeof TENANT_HEALTH>>(
    `SELECT ${listColumns(TENANT_HEALTH)} FROM callback_health
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)}${forUpdate(tx.dialect)}`,
    tenantIds,
  );
  return new Map(
    rows.map((row) => [
      row.tenant_id,
      {
        tenantId: row.tenant_id,
        failingSince: row.failing_since,
        failures: row.failures,
        firstConversationId: row.first_conversation_id,
        isSpread: Boolean(row.is_spread),
        probes: row.probes,
        probingSince: row.probing_since,
        resumesAt: row.resumes_at,
        mailsSent: row.mails_sent,
      },
    ]),
  );
}

function rowOf(health: TenantHealth): RowOf<typeof TENANT_HEALTH> {
  return {
    tenant_id: health.tenantId,
    failing_since: health.failingSince,
    failures: health.failures,
    first_conversation_id: health.firstConversationId,
    is_spread: health.isSpread ? 1 : 0,
    probes: health.probes,
    probing_since: health.probingSince,
    resumes_at: health.resumesAt,
    mails_sent: health.mailsSent,
  };
}
