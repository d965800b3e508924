import type { AuditAction } from '../../audit/actions';
import type { AuditEvent } from '../../audit/log';
import type { ChangedList } from './wire';

/** A list of a workspace has changed, or what the relay lets an account do. */
export interface ListChange {
  /** Null: only `accountId` is told. */
  workspaceId: string | null;
  /** Is told too, in all its workspaces. */
  accountId: string | null;
  what: ChangedList;
  /** The operator, account, canned reply or tenant; null: the list, or of `settings` the workspace's own. */
  id: string | null;
}

type Of =
  /** Of the workspace, with the entry's subject as its id. */
  | ChangedList
  /** The subject is an account whose rights or profile have changed. */
  | 'account'
  /** Members and perhaps operators have come by an invitation. */
  | 'newcomer'
  /** The list of members and invitations. */
  | 'invitations'
  /** The name of the workspace, or that it is there. */
  | 'workspace'
  /** Settings of the tenant that the details name. */
  | 'tenant_of_details'
  /** Pages don't list it, read it with each look, or receive it in another way. */
  | null;

/** A later or earlier version may have other actions. */
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
  'message.removed': null, // who has the conversation open is told
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

/** The lists that the change behind an entry of the audit log has changed. */
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
