import type { Tx } from '../platform/storage/database';
import { lockTenant } from './store';

/** Gives a tenant a new public key. Pages with the old one work until the grace period ends. */
export async function replaceWidgetKey(
  tx: Tx,
  tenantId: string,
  newKey: string,
  now: number,
  graceMs: number,
): Promise<void> {
  await lockTenant(tx, tenantId);
  await tx.run('DELETE FROM retired_widget_keys WHERE tenant_id = ? AND retires_at <= ?', [
    tenantId,
    now,
  ]);
  await tx.run(
    `INSERT INTO retired_widget_keys (tenant_id, widget_public_key, retires_at)
     SELECT tenant_id, widget_public_key, ? FROM tenants WHERE tenant_id = ?`,
    [now + graceMs, tenantId],
  );
  await tx.run('UPDATE tenants SET widget_public_key = ? WHERE tenant_id = ?', [newKey, tenantId]);
}
