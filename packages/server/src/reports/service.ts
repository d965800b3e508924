import { DAY, HOUR, iso, type Clock } from '../platform/clock';
import { AppError } from '../platform/errors';
import type { Database } from '../platform/storage/database';
import type { TenantDirectory } from '../tenants/directory';
import type { Roles } from '../workspaces/roles';
import { bucketBounds, startOfDate, type Bucket } from './buckets';
import { readReport } from './report';
import type { ReportQuery } from './schemas';
import { reportView } from './view';
import type { Report } from './wire';

export interface Reports {
  /** @throws {AppError} not_found, insufficient_role, invalid_request, overloaded */
  read(accountId: string, query: ReportQuery): Promise<Report>;
}

export interface ReportsOptions {
  database: Pick<Database, 'slowRead'>;
  directory: Pick<TenantDirectory, 'find'>;
  roles: Roles;
  clock: Clock;
}

/** Longest period of a report, and the period that is shown without `since`, by kind of bucket. */
const RANGES: Record<Bucket, { maxMs: number; usualMs: number }> = {
  hour: { maxMs: 31 * DAY, usualMs: 23 * HOUR },
  day: { maxMs: 366 * DAY, usualMs: 29 * DAY },
};
/** Earliest start: before, time zones had offsets of minutes and seconds, which quarters of an hour don't fit. */
const EARLIEST = Date.parse('2000-01-01T00:00:00Z');
const LATEST = Date.parse('2200-01-01T00:00:00Z');

/** Reads the figures of a tenant, or of all tenants of a workspace, for the workspace's owners and admins. */
export function createReports({ database, directory, roles, clock }: ReportsOptions): Reports {
  return {
    read: async (accountId, query) => {
      const { tenantIds, timezone } = await subjectOf(accountId, query);
      const { bucket } = query;
      const { since, until } = rangeOf(query, timezone, clock());
      const bounds = bucketBounds(bucket, since, until, timezone);
      const report = await readReport(database, tenantIds, bounds);
      return {
        timezone,
        bucket,
        since: iso(bounds[0] ?? since),
        until: iso(bounds.at(-1) ?? until),
        ...reportView(report),
      };
    },
  };

  async function subjectOf(
    accountId: string,
    { tenant_id: tenantId, workspace_id: workspaceId }: ReportQuery,
  ): Promise<{ tenantIds: string[]; timezone: string }> {
    const tenantIds = tenantId === undefined ? [] : [tenantId];
    if (workspaceId !== undefined) {
      await roles.requireRole(accountId, workspaceId, 'admin');
      tenantIds.push(...(await tenantsOf(workspaceId)));
    }
    const [first] = tenantIds;
    const tenant = first === undefined ? null : await directory.find(first);
    if (tenantId !== undefined) {
      if (!tenant) throw new AppError('not_found');
      await roles.requireRole(accountId, tenant.workspaceId, 'admin');
    }
    return { tenantIds, timezone: tenant?.hours?.timezone ?? 'UTC' };
  }

  /** Tenants of a workspace, oldest first: the report uses the first tenant's time zone. */
  async function tenantsOf(workspaceId: string): Promise<string[]> {
    const rows = await database.slowRead.rows<{ tenant_id: string }>(
      'SELECT tenant_id FROM tenants WHERE workspace_id = ? ORDER BY created_at, tenant_id',
      [workspaceId],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  }
}

function rangeOf(
  query: ReportQuery,
  timezone: string,
  now: number,
): { since: number; until: number } {
  const momentOf = (text: string): number =>
    text.length === '2026-12-25'.length ? startOfDate(text, timezone) : Date.parse(text);
  const { maxMs, usualMs } = RANGES[query.bucket];
  const until = query.until === undefined ? now : momentOf(query.until);
  const since = query.since === undefined ? until - usualMs : momentOf(query.since);
  const refuse = (field: 'since' | 'until', code: string, message: string): never => {
    throw new AppError('invalid_request', { message, details: [{ field, code }] });
  };
  if (!(until <= LATEST)) refuse('until', 'out_of_range', 'until is too late.');
  if (!(since >= EARLIEST)) refuse('since', 'out_of_range', 'since is too early.');
  if (since >= until) refuse('until', 'before_since', 'until must be after since.');
  if (until - since > maxMs + HOUR) {
    const days = `${maxMs / DAY} days of ${query.bucket}s at most`;
    refuse('since', 'range_too_long', `A report covers ${days}: choose a later since.`);
  }
  return { since, until };
}
