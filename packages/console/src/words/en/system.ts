import type { Words } from '../words';

export const system: Words['system'] = {
  title: 'Platform',
  lead: 'All workspaces of this relay, for its super-admins.',
  tabs: {
    stats: 'Figures',
    workspaces: 'Workspaces',
    tenants: 'Sites',
    admins: 'Accounts',
    audit: 'Audit log',
  },
  stats: {
    workspaces: 'Workspaces',
    tenants: 'Sites',
    admins: 'Accounts',
    operators: 'Operators',
    pending_assignments: 'Waiting conversations',
  },
  id: 'Id',
  nothing: 'Nothing to show',
  statuses: { active: 'Active', suspended: 'Suspended', deleting: 'Being deleted' },
  accountStatuses: { PENDING: 'To be confirmed', ACTIVE: 'Active' },
  suspend: 'Suspend',
  reactivate: 'Reactivate',
  reactivateText: 'Conversations continue, and waiting callbacks are sent.',
  reason: 'Reason',
  reasonHint: 'Kept in the audit log.',
  promote: 'Promote',
  demote: 'Demote',
  command: 'Command',
  breakGlass:
    'This happens outside the console, with the admin key: run this command on the relay’s machine.',
};
