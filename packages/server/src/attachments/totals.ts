import type { Tx } from '../platform/storage/database';
import { insertIfAbsent, type Sql } from '../platform/storage/sql';
import type { AttachmentSettings } from '../tenants/tenant';
import { uploaders } from './attachment';
import { UPLOAD_TOTALS, type UploadRow } from './model';

/** The bytes by which an upload counts in its tenant's total. */
export function bookedBytes({
  booked_bytes: booked,
  announced_bytes: announced,
}: Pick<UploadRow, 'booked_bytes' | 'announced_bytes'>): number {
  return booked ?? announced;
}

/** In bytes. The most that one network may have in files that are in no message. */
export function shareOf({ maxTotalBytes, maxBytes }: AttachmentSettings): number {
  return Math.max(Math.floor(maxTotalBytes / 10), maxBytes);
}

/** In bytes. The most that the tenant may have after this uploader's file. Visitors must leave a share to operators. */
export function roomFor(uploader: string, settings: AttachmentSettings): number {
  const { maxTotalBytes } = settings;
  if (uploader !== uploaders.visitor) return maxTotalBytes;
  // A tenant with space for only one or two of the largest files reserves half of it.
  return maxTotalBytes - Math.min(shareOf(settings), Math.floor(maxTotalBytes / 2));
}

/**
 * Adds bytes to a tenant's total, and locks it until the transaction ends: a tenant's uploads begin one after another.
 * @param room the most bytes that the tenant may have afterwards
 * @returns false if they don't fit
 */
export async function book(
  tx: Tx,
  tenantId: string,
  bytes: number,
  room: number,
): Promise<boolean> {
  await insertIfAbsent(tx, UPLOAD_TOTALS, { tenant_id: tenantId, bytes: 0 });
  if (bytes <= 0) {
    await giveBack(tx, tenantId, -bytes);
    return true;
  }
  const booked = await tx.run(
    'UPDATE upload_totals SET bytes = bytes + ? WHERE tenant_id = ? AND bytes + ? <= ?',
    [bytes, tenantId, bytes, room],
  );
  return booked === 1;
}

export async function giveBack(tx: Tx, tenantId: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await tx.run('UPDATE upload_totals SET bytes = bytes - ? WHERE tenant_id = ?', [bytes, tenantId]);
}

export async function readTotal(sql: Sql, tenantId: string): Promise<number> {
  const [row] = await sql.rows<{ bytes: number }>(
    'SELECT bytes FROM upload_totals WHERE tenant_id = ?',
    [tenantId],
  );
  return Number(row?.bytes ?? 0);
}
