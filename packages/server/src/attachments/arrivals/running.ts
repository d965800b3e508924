import { SECOND, type Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Logger } from '../../platform/log';
import type { Database } from '../../platform/storage/database';
import { keyIn } from '../../platform/storage/sql';
import type { TenantDirectory } from '../../tenants/directory';
import type { UploadRow } from '../model';
import { byTenant } from '../by-tenant';
import { LEASE_MS, renewLeases, takenOver, type Arrival } from './leases';

/** A PUT that this node receives. */
export interface RunningPut extends Arrival {
  network: string;
  announcedBytes: number;
  receivedBytes: number;
  /** Null until the lease is in the database. */
  leaseEndsAt: number | null;
  /** Stops reading. The signal's reason becomes the client's error. */
  stopping: AbortController;
  /** Resolves when this node has nothing of it left. */
  ended: Promise<void>;
  end(): void;
}

export interface RunningPuts {
  /** All running PUTs, by the name under which their bytes arrive. */
  readonly all: ReadonlyMap<string, RunningPut>;
  add(arrival: Arrival & Pick<RunningPut, 'network' | 'announcedBytes'>): RunningPut;
  /** Stops the PUTs of an upload that has ended. */
  stopUpload(uploadId: string): void;
  close(): void;
}

/** In ms. How soon a PUT stops whose upload was taken over on another node, or whose tenant is gone. */
const CHECK_MS = 2 * SECOND;
/** In ms. A lease that expires sooner is renewed. */
const RENEWED_BELOW_MS = 30 * SECOND;

/** Renews the leases of this node's PUTs, and stops PUTs that have lost theirs. */
export function createRunningPuts({
  database,
  clock,
  directory,
  log,
}: {
  database: Database;
  clock: Clock;
  directory: Pick<TenantDirectory, 'find'>;
  log: Logger;
}): RunningPuts {
  const all = new Map<string, RunningPut>();

  const check = async (tenantId: string, puts: readonly RunningPut[]): Promise<void> => {
    const tenant = await directory.find(tenantId);
    if (tenant?.status !== 'active') return stop(puts, () => new AppError('tenant_suspended'));
    if (!tenant.attachments.enabled) return stop(puts, () => new AppError('attachments_disabled'));
    const keys = puts.map(({ upload_id: uploadId }) => [tenantId, uploadId]);
    const rows = await database.read.rows<Pick<UploadRow, 'arriving'>>(
      `SELECT arriving FROM uploads WHERE ${keyIn(database.dialect, ['tenant_id', 'upload_id'], keys)}`,
      keys.flat(),
    );
    const holders = new Set(rows.map(({ arriving }) => arriving));
    stop(
      puts.filter(({ object }) => !holders.has(object)),
      takenOver,
    );
    const now = clock();
    const due = puts.filter(
      ({ object, leaseEndsAt }) =>
        holders.has(object) && (leaseEndsAt ?? now) < now + RENEWED_BELOW_MS,
    );
    if (due.length === 0) return;
    const objects = due.map(({ object }) => object);
    await database.transaction((tx) => renewLeases(tx, tenantId, objects, now + LEASE_MS));
    for (const put of due) put.leaseEndsAt = now + LEASE_MS;
  };

  const checkAll = async (): Promise<void> => {
    const leased = [...all.values()].filter(({ leaseEndsAt }) => leaseEndsAt !== null);
    for (const [tenantId, puts] of byTenant(leased)) {
      await check(tenantId, puts).catch((err: unknown) =>
        log.warn(
          { event: 'attachments.lease_failed', err, tenant_id: tenantId },
          'could not renew the leases of uploads yet',
        ),
      );
    }
    const now = clock();
    const lapsed = leased.filter(({ leaseEndsAt }) => (leaseEndsAt ?? now) < now);
    stop(lapsed, () => new AppError('storage_unavailable'));
  };

  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking || all.size === 0) return;
    isChecking = true;
    void checkAll().finally(() => (isChecking = false));
  }, CHECK_MS);
  timer.unref();

  return {
    all,
    add: (arrival) => {
      let resolve = () => {};
      const put: RunningPut = {
        ...arrival,
        receivedBytes: 0,
        leaseEndsAt: null,
        stopping: new AbortController(),
        ended: new Promise<void>((done) => (resolve = done)),
        end: () => {
          all.delete(arrival.object);
          resolve();
        },
      };
      all.set(arrival.object, put);
      return put;
    },
    stopUpload: (uploadId) =>
      stop(
        [...all.values()].filter((put) => put.upload_id === uploadId),
        takenOver,
      ),
    close: () => clearInterval(timer),
  };
}

function stop(puts: readonly RunningPut[], reason: () => AppError): void {
  for (const { stopping } of puts) stopping.abort(reason());
}
