import { AppError } from '../platform/errors';
import type { TenantDirectory } from '../tenants/directory';
import type { Tenant } from '../tenants/tenant';

/** Finds the tenant of a widget. @throws {AppError} not_found or tenant_suspended, with a message for the developer */
export async function findWidgetTenant(
  directory: TenantDirectory,
  { tenant_id, widget_public_key }: { tenant_id: string; widget_public_key: string },
): Promise<Tenant> {
  const tenant = await directory.findByKey(tenant_id, widget_public_key);
  if (!tenant) {
    throw new AppError('not_found', {
      message: 'No tenant has this key. Check tenant_id and widget_public_key.',
    });
  }
  if (tenant.status !== 'active') throw new AppError('tenant_suspended');
  return tenant;
}
