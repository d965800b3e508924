import { apiOf, type Api } from './api';
import type { TestRelay } from './relay';
import { register, uniqueEmail } from './world';

/** A signed-in super-admin, made by break-glass. */
export async function addSystemAdmin({
  url,
  adminKey,
}: Pick<TestRelay, 'url' | 'adminKey'>): Promise<Api> {
  const email = uniqueEmail();
  const { token } = await register(url, email, 'System Admin', { organization_name: 'Platform' });
  const byKey = apiOf(url, undefined, { 'x-admin-key': adminKey });
  const promoted = await byKey.post(
    `/console/promote/console-admin?email=${encodeURIComponent(email)}`,
  );
  if (promoted.status !== 200) throw new Error(`not promoted: ${promoted.status}`);
  return apiOf(url, token);
}

/** Suspends or reactivates the tenant by a super-admin's request. */
export async function setTenantStatus(
  relay: Pick<TestRelay, 'url' | 'adminKey'>,
  tenantId: string,
  status: 'active' | 'suspended',
): Promise<void> {
  const admin = await addSystemAdmin(relay);
  const verb = status === 'active' ? 'reactivate' : 'suspend';
  const answer = await admin.post(`/console/system/${verb}/tenant`, { tenant_id: tenantId });
  if (answer.status !== 200) throw new Error(`not ${status}: ${answer.status}`);
}
