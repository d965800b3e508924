import { DAY } from '../../platform/clock';
import type { Database, Tx } from '../../platform/storage/database';
import {
  insertAbsentRows,
  keyIn,
  lockInOrderOf,
  placeholders,
  upsertRows,
} from '../../platform/storage/sql';
import { listColumns, type RowOf } from '../../platform/storage/table';
import { WIDGET_SIGHTINGS } from '../model';
import { mergeSightings, type Sighting } from './sighting';

/** The number of sightings that are kept for each outcome of a tenant. */
export const MAX_OF_OUTCOME = 50;
export const KEPT_MS = 30 * DAY;
const MAX_DELETED = 500;

type SightingRow = RowOf<typeof WIDGET_SIGHTINGS>;
const KEY = WIDGET_SIGHTINGS.key;

export async function readSightings(
  { read }: Database,
  tenantId: string,
  since: number,
): Promise<Sighting[]> {
  const rows = await read.rows<SightingRow>(
    `SELECT ${listColumns(WIDGET_SIGHTINGS)} FROM widget_sightings
     WHERE tenant_id = ? AND last_seen_at >= ?`,
    [tenantId, since],
  );
  return rows.map(toSighting);
}

/**
 * Adds counts to those that are stored, and keeps the latest pages. A new page is first inserted with a count of 0, so
 * that two nodes that see it at once add their counts.
 */
export async function storeSightings(tx: Tx, sightings: readonly Sighting[]): Promise<void> {
  const keys = sightings.map(keyOf);
  const unseen = sightings.map((sighting) => toRow({ ...sighting, count: 0 }));
  await insertAbsentRows(tx, WIDGET_SIGHTINGS, unseen);
  const stored = await tx.rows<SightingRow>(
    `SELECT ${listColumns(WIDGET_SIGHTINGS)} FROM widget_sightings
     WHERE ${keyIn(tx.dialect, KEY, keys)} ${lockInOrderOf(tx.dialect, KEY.join(', '))}`,
    keys.flat(),
  );
  const known = new Map(stored.map((row) => [nameOf(toSighting(row)), toSighting(row)]));
  const merged = sightings.map((one) => mergeSightings(known.get(nameOf(one)), one));
  await upsertRows(tx, WIDGET_SIGHTINGS, merged.map(toRow));
  await dropOldest(tx, [...new Set(sightings.map(({ tenantId }) => tenantId))]);
}

async function dropOldest(tx: Tx, tenantIds: readonly string[]): Promise<void> {
  const full = await tx.rows<Pick<SightingRow, 'tenant_id' | 'outcome'>>(
    `SELECT tenant_id, outcome FROM widget_sightings
     WHERE tenant_id IN ${placeholders(1, tenantIds.length)}
     GROUP BY tenant_id, outcome HAVING COUNT(*) > ${MAX_OF_OUTCOME}`,
    tenantIds,
  );
  for (const { tenant_id: tenantId, outcome } of full) {
    const oldest = await tx.rows<SightingRow>(
      `SELECT ${KEY.join(', ')} FROM widget_sightings WHERE tenant_id = ? AND outcome = ?
       ORDER BY last_seen_at DESC, origin LIMIT ${MAX_DELETED} OFFSET ${MAX_OF_OUTCOME}`,
      [tenantId, outcome],
    );
    const keys = oldest.map(({ origin }) => [tenantId, outcome, origin]);
    await tx.run(`DELETE FROM widget_sightings WHERE ${keyIn(tx.dialect, KEY, keys)}`, keys.flat());
  }
}

const keyOf = ({ tenantId, outcome, origin }: Sighting) => [tenantId, outcome, origin ?? ''];
const nameOf = (sighting: Sighting) => keyOf(sighting).join(' ');

function toRow(sighting: Sighting): SightingRow {
  return {
    tenant_id: sighting.tenantId,
    outcome: sighting.outcome,
    origin: sighting.origin ?? '',
    seen: sighting.count,
    first_seen_at: sighting.firstSeenAt,
    last_seen_at: sighting.lastSeenAt,
    widget_version: sighting.widgetVersion,
  };
}

function toSighting(row: SightingRow): Sighting {
  return {
    tenantId: row.tenant_id,
    outcome: row.outcome,
    origin: row.origin === '' ? null : row.origin,
    count: row.seen,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    widgetVersion: row.widget_version,
  };
}
