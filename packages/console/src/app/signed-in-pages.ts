/** What is shown behind the sign-in, as one file of code: together it is a tenth smaller than apart. */
import './start'; // it is running; named here, it is built into one file with what both need
// Their order is that of the file, in which neighbours that are alike compress best.
export { AccountPage } from '../account/account-page';
export { KeysSheet } from './keyboard/keys-sheet';
export { PeoplePage } from '../people/people-page';
export { AuditPage } from '../audit/audit-page';
export { CallbackPage } from '../callbacks/callback-page';
export { CallbacksPage } from '../callbacks/callbacks-page';
export { CannedPage } from '../canned/canned-page';
export { InboxHost } from '../inbox/inbox-host';
export { InboxPage } from '../inbox/inbox-page';
export { ReportsPage } from '../reports/reports-page';
export { SystemPage } from '../system/system-page';
export { UnansweredPage } from '../tenants/unanswered/unanswered-page';
export { TenantsPage } from '../tenants/tenants-page';
export { Palette } from './keyboard/palette';
export { SessionWatch } from './shell/session-watch';
export { TenantPage } from '../tenants/tenant-page';
