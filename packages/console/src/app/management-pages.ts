/** The bundle of all pages after sign-in except the inbox. */
export { AccountPage } from '../account/account-page';
export { AuditPage } from '../audit/audit-page';
export { VisitorsPage } from '../audit/visitors-page';
export { CallbackPage } from '../callbacks/callback-page';
export { CallbacksPage } from '../callbacks/callbacks-page';
export { CannedPage } from '../canned/canned-page';
export { PeoplePage } from '../people/people-page';
export { ReportsPage } from '../reports/reports-page';
export { SystemPage } from '../system/system-page';
export { TenantPage } from '../tenants/tenant-page';
export { TenantsPage } from '../tenants/tenants-page';
export { UnansweredPage } from '../tenants/unanswered/unanswered-page';
