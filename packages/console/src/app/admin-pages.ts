/**
 * The screens that owners, admins and super-admins work in, as one file of code: together they are a third
 * smaller than apart, and who opens one opens others.
 */
export { AuditPage } from '../audit/audit-page';
export { CallbackPage } from '../callbacks/callback-page';
export { CallbacksPage } from '../callbacks/callbacks-page';
export { PeoplePage } from '../people/people-page';
export { SystemPage } from '../system/system-page';
export { TenantsPage } from '../tenants/tenants-page';
