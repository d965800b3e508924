import { SECOND } from '../../platform/clock';
import { AppError } from '../../platform/errors';
import type { Tx } from '../../platform/storage/database';
import { insertRows, keyIn } from '../../platform/storage/sql';
import type { Tenant } from '../../tenants/tenant';
import { uploaders } from '../attachment';
import { lockUploads } from '../binding';
import { UPLOAD_ARRIVALS, type UploadArrivalRow, type UploadRow } from '../model';
import { noRoom } from '../quotas';
import { queueRemoval } from '../removal/queue';
import { book, bookedBytes, giveBack, roomFor, shareOf } from '../totals';

/** The number of PUTs that an upload may have in total, and that may run at once. */
export interface ArrivalLimits {
  putsPerUpload: number;
  perSession: number;
  perNetwork: number;
  perTenant: number;
  perNode: number;
}

/** A PUT. The name under which its bytes are stored is also the token of its lease. */
export type Arrival = Pick<UploadArrivalRow, 'tenant_id' | 'upload_id' | 'object'>;

export const LEASE_MS = 45 * SECOND;
export const RETRY_AFTER_S = 5;

/**
 * Begins a PUT: takes the upload over from an earlier PUT, and reserves the announced bytes.
 * @param isHere tells whether the earlier PUT runs on this node, which must stop it
 * @returns the earlier PUT, if it runs on this node
 * @throws {AppError} not_found, state_conflict, rate_limited
 */
export async function beginArrival(
  tx: Tx,
  given: {
    tenant: Tenant;
    arrival: Arrival;
    network: string;
    limits: ArrivalLimits;
    now: number;
    isHere(object: string): boolean;
  },
): Promise<string | null> {
  const { tenant, arrival, network, limits, now, isHere } = given;
  const { tenant_id: tenantId, upload_id: uploadId, object } = arrival;
  const row = await lockUpload(tx, arrival);
  if (!row) throw new AppError('not_found');
  if (row.state !== 'open')
    throw new AppError('state_conflict', {
      message: 'This upload is finished or cancelled. Announce the file again.',
    });
  if (row.puts >= limits.putsPerUpload) throw sentTooOften();
  const { announced_bytes: bytes, uploader, session_id } = row;
  const room = roomFor(uploader, tenant.attachments);
  if (!(await book(tx, tenantId, bytes - bookedBytes(row), room))) throw noRoom();
  const former = row.arriving !== null && isHere(row.arriving) ? row.arriving : null;
  if (former !== null) await dropLease(tx, tenantId, former);
  await requireTurn(tx, { row, network, limits, now });
  if (uploader === uploaders.visitor) {
    const waiting = await unboundBytes(tx, row, network);
    if (waiting + bytes > shareOf(tenant.attachments)) throw noRoom();
  }
  if (row.object !== null) await queueRemoval(tx, tenantId, [row.object], now);
  await tx.run(
    `UPDATE uploads SET puts = puts + 1, arriving = ?, object = NULL, received_bytes = NULL,
       booked_bytes = ?, network = ?
     WHERE tenant_id = ? AND upload_id = ? AND state = 'open'`,
    [object, bytes, network, tenantId, uploadId],
  );
  const ends_at = now + LEASE_MS;
  await insertRows(tx, UPLOAD_ARRIVALS, [{ ...arrival, session_id, uploader, network, ends_at }]);
  return former;
}

export function sentTooOften(): AppError {
  return new AppError('state_conflict', {
    message: 'The bytes of this file were sent too often. Announce it again.',
  });
}

/** Checks the limits of PUTs. The tenant's total is locked, so no other PUT of the tenant begins at the same time. */
async function requireTurn(
  tx: Tx,
  given: { row: UploadRow; network: string; limits: ArrivalLimits; now: number },
): Promise<void> {
  const { row, network, limits, now } = given;
  const [running] = await tx.rows<{ tenant: number; session: number | null }>(
    `SELECT COUNT(*) AS tenant,
       SUM(CASE WHEN session_id = ? AND uploader = ? AND upload_id <> ? THEN 1 ELSE 0 END) AS session
     FROM upload_arrivals WHERE tenant_id = ? AND ends_at > ?`,
    [row.session_id, row.uploader, row.upload_id, row.tenant_id, now],
  );
  const isFull =
    Number(running?.session ?? 0) >= limits.perSession ||
    Number(running?.tenant) >= limits.perTenant ||
    (await countOfNetwork(tx, network, now)) >= limits.perNetwork;
  if (isFull) throw tooManyAtOnce();
}

/** Counts the running PUTs of a network, over all tenants. */
export async function countOfNetwork(
  sql: Pick<Tx, 'rows'>,
  network: string,
  now: number,
): Promise<number> {
  const [running] = await sql.rows<{ n: number }>(
    'SELECT COUNT(*) AS n FROM upload_arrivals WHERE network = ? AND ends_at > ?',
    [network, now],
  );
  return Number(running?.n);
}

export function tooManyAtOnce(): AppError {
  return new AppError('rate_limited', { retryAfterS: RETRY_AFTER_S });
}

/** Sums the visitors' files of a network that are in no message, without this upload. */
async function unboundBytes(tx: Tx, row: UploadRow, network: string): Promise<number> {
  const [found] = await tx.rows<{ bytes: number | null }>(
    `SELECT SUM(booked_bytes) AS bytes FROM uploads
     WHERE tenant_id = ? AND network = ? AND uploader = ? AND upload_id <> ?`,
    [row.tenant_id, network, uploaders.visitor, row.upload_id],
  );
  return Number(found?.bytes ?? 0);
}

/**
 * Stores that all bytes of a PUT have arrived.
 * @throws {AppError} state_conflict if a newer PUT has taken the upload over, or it was cancelled or deleted
 */
export async function keepArrival(tx: Tx, arrival: Arrival, bytes: number): Promise<void> {
  const { tenant_id: tenantId, upload_id: uploadId, object } = arrival;
  const kept = await tx.run(
    `UPDATE uploads SET object = ?, received_bytes = ?, arriving = NULL
     WHERE tenant_id = ? AND upload_id = ? AND state = 'open' AND arriving = ? AND object IS NULL`,
    [object, bytes, tenantId, uploadId, object],
  );
  if (kept === 0 || !(await dropLease(tx, tenantId, object))) throw takenOver();
}

export async function isKept(tx: Tx, arrival: Arrival): Promise<boolean> {
  return (await lockUpload(tx, arrival))?.object === arrival.object;
}

export function takenOver(): AppError {
  return new AppError('state_conflict', {
    message: 'This file is sent again by a newer request, or was given up.',
  });
}

/**
 * Ends a PUT whose bytes are not kept, and frees the bytes that it had reserved, unless a newer PUT uses them.
 * @param endedBy if given, ends it only if its lease has expired by this time
 * @returns false if it had no lease any more
 */
export async function releaseArrival(
  tx: Tx,
  arrival: Arrival,
  endedBy = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const { tenant_id: tenantId, upload_id: uploadId, object } = arrival;
  const row = await lockUpload(tx, arrival);
  if (!(await dropLease(tx, tenantId, object, endedBy))) return false;
  if (row?.state !== 'open' || row.arriving !== object) return true;
  await tx.run(
    'UPDATE uploads SET arriving = NULL, booked_bytes = 0 WHERE tenant_id = ? AND upload_id = ?',
    [tenantId, uploadId],
  );
  await giveBack(tx, tenantId, bookedBytes(row));
  return true;
}

export async function renewLeases(
  tx: Tx,
  tenantId: string,
  objects: readonly string[],
  endsAt: number,
): Promise<void> {
  const keys = objects.map((object) => [tenantId, object]);
  await tx.run(
    `UPDATE upload_arrivals SET ends_at = ? WHERE ${keyIn(tx.dialect, ['tenant_id', 'object'], keys)}`,
    [endsAt, ...keys.flat()],
  );
}

async function dropLease(
  tx: Tx,
  tenantId: string,
  object: string,
  endedBy = Number.MAX_SAFE_INTEGER,
): Promise<boolean> {
  const dropped = await tx.run(
    'DELETE FROM upload_arrivals WHERE tenant_id = ? AND object = ? AND ends_at <= ?',
    [tenantId, object, endedBy],
  );
  return dropped === 1;
}

async function lockUpload(
  tx: Tx,
  { tenant_id: tenantId, upload_id: uploadId }: Arrival,
): Promise<UploadRow | undefined> {
  return (await lockUploads(tx, [[tenantId, uploadId]])).get(uploadId);
}
