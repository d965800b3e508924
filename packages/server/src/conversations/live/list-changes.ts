import type { AuditAction } from '../../audit/actions';
import type { AuditEvent } from '../../audit/log';
import type { ChangedList } from './wire';

/** A list of a workspace has changed, or the rights of an account. */
export interface ListChange {
  /** Null: only `accountId` is notified. */
  workspaceId: string | null;
  /** Account that is notified, too, in all its workspaces. */
  accountId: string | null;
  what: ChangedList;
  /** Operator, account, canned reply or tenant. Null: the whole list, or for `settings` the workspace itself. */
  id: string | null;
}

type Of =
  /** A list of the workspace; its id is the entry's subject. */
  | ChangedList
  /** The subject is an account whose rights or profile have changed. */
  | 'account'
  /** An invitation was accepted: it adds a member, and may add an operator. */
  | 'newcomer'
  /** The list of members and invitations. */
  | 'invitations'
  /** The workspace was created, renamed or deleted. */
  | 'workspace'
  /** Settings of the tenant that the details name. */
  | 'tenant_of_details'
  /** No list changes: pages don't list it, read it with each look, or are notified in another way. */
  | null;

/** Nodes of another version may record actions that are not listed here. */
const CHANGED: Readonly<Record<AuditAction, Of>> = {
  'account.deleted': null, // its memberships end, each with an entry
  'account.password_changed': null,
  'account.password_reset': null,
  'account.totp_disabled': 'account',
  'account.totp_enabled': 'account',
  'account.updated': 'account',
  'callback.resent': null,
  'callbacks.replayed': null,
  'callbacks.resumed': null,
  'canned_reply.created': 'canned_replies',
  'canned_reply.removed': 'canned_replies',
  'canned_reply.updated': 'canned_replies',
  'conversations.imported': null,
  'faq_entry.created': 'settings',
  'faq_entry.removed': 'settings',
  'faq_entry.updated': 'settings',
  'invitation.accepted': 'newcomer',
  'invitation.created': 'invitations',
  'invitation.resent': 'invitations',
  'invitation.revoked': 'invitations',
  'knowledge_document.created': 'settings',
  'knowledge_document.removed': 'settings',
  'knowledge_document.updated': 'settings',
  'member.removed': 'members',
  'member.updated': 'members',
  'message.removed': null, // a notice of its own goes to open conversations
  'operator.created': 'operators',
  'operator.removed': 'operators',
  'operator.updated': 'operators',
  'system_admin.created': 'account',
  'system_admin.demoted': 'account',
  'system_admin.promoted': 'account',
  'tenant.created': 'tenants',
  'tenant.deleted': 'tenants',
  'tenant.erased': 'tenants',
  'tenant.reactivated': 'tenants',
  'tenant.restored': 'tenants',
  'tenant.secret_activated': 'settings',
  'tenant.secret_rotated': 'settings',
  'tenant.suspended': 'tenants',
  'tenant.updated': 'settings',
  'tenant.widget_key_rotated': 'settings',
  'unanswered.dismissed': 'settings',
  'visitor.blocked': 'tenant_of_details',
  'visitor.erased': null,
  'visitor.exported': null,
  'visitor.unblocked': 'tenant_of_details',
  'workspace.created': 'workspace',
  'workspace.deleted': 'workspace',
  'workspace.updated': 'workspace',
};

/** Lists that are changed by the action of an audit log entry. */
export function listChangesOf({
  action,
  workspaceId,
  subject,
  actor,
  details,
}: AuditEvent): ListChange[] {
  const of = CHANGED[action] ?? null;
  const inWorkspace = { workspaceId, accountId: null };
  switch (of) {
    case null:
      return [];
    case 'account':
      return [{ workspaceId: null, accountId: subject, what: 'members', id: subject }];
    case 'members':
      return [{ workspaceId, accountId: subject, what: 'members', id: subject }];
    case 'newcomer': {
      const accountId = actor?.accountId ?? null;
      return [
        { workspaceId, accountId, what: 'members', id: accountId },
        { ...inWorkspace, what: 'operators', id: null },
      ];
    }
    case 'invitations':
      return [{ ...inWorkspace, what: 'members', id: null }];
    case 'workspace': {
      const accountId = actor?.accountId ?? null;
      return [{ workspaceId, accountId, what: 'settings', id: null }];
    }
    case 'tenant_of_details': {
      const tenantId = details?.['tenant_id'];
      const id = typeof tenantId === 'string' ? tenantId : null;
      return [{ ...inWorkspace, what: 'settings', id }];
    }
    default:
      return [{ ...inWorkspace, what: of, id: subject }];
  }
}
