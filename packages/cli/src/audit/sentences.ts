import type { AuditEntry } from '@chat-relay/server/wire/audit';
import type { Names } from './names';

type Sentence = (entry: AuditEntry, names: Names) => string;

const tenant = ({ subject }: AuditEntry, names: Names): string => names.tenant(subject);
const account = ({ subject }: AuditEntry, names: Names): string => names.account(subject);

/** Makes a sentence such as `suspended the tenant Shop: unpaid`. */
const ofTenant =
  (verb: string, more: (details: AuditEntry['details']) => string = () => ''): Sentence =>
  (entry, names) =>
    `${verb} ${tenant(entry, names)}${more(entry.details)}`;
const ofAccount =
  (verb: string, more: (details: AuditEntry['details']) => string = () => ''): Sentence =>
  (entry, names) =>
    `${verb} ${account(entry, names)}${more(entry.details)}`;

const reason = ({ reason: why }: AuditEntry['details']): string => (why ? `: ${text(why)}` : '');
const grace = ({ grace_s: seconds }: AuditEntry['details']): string =>
  seconds === undefined ? '' : `; the old one is accepted for ${text(seconds)} s`;
const role = ({ role: as }: AuditEntry['details']): string => (as ? ` as ${text(as)}` : '');
const by = ({ by: way }: AuditEntry['details']): string => (way ? ` (${text(way)})` : '');
const fromTo = ({ from, to }: AuditEntry['details']): string =>
  from && to ? ` from ${text(from)} to ${text(to)}` : '';
const fields = ({ fields: changed }: AuditEntry['details']): string =>
  Array.isArray(changed) ? `: ${changed.map(text).join(', ')}` : '';

const OWN_ACCOUNT: Record<string, string> = {
  deleted: 'deleted the account',
  updated: 'changed the account',
  password_changed: 'changed the password of',
  password_reset: 'reset the password of',
  totp_enabled: 'added an authenticator app to',
  totp_disabled: 'removed the authenticator app of',
};

/** Sentences by action, without their beginning, which is the entry's author. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...Object.fromEntries(
    Object.entries(OWN_ACCOUNT).map(([action, verb]) => [
      `account.${action}`,
      ofAccount(verb, fields),
    ]),
  ),
  'system_admin.created': ofAccount('created the super-admin', by),
  'system_admin.promoted': ofAccount('made a super-admin of', by),
  'system_admin.demoted': ofAccount('took the system console from', by),

  'workspace.created': ({ subject, details }, names) =>
    `created ${details['name'] ? `the workspace ${text(details['name'])}` : names.workspace(subject)}`,
  'workspace.updated': ({ subject, details }, names) =>
    `renamed ${names.workspace(subject)}${details['name'] ? ` to ${text(details['name'])}` : ''}`,
  'workspace.deleted': ({ subject }, names) => `deleted ${names.workspace(subject)}`,
  'member.updated': (entry, names) =>
    `changed the role of ${account(entry, names)}${fromTo(entry.details)}`,
  'member.removed': (entry, names) =>
    entry.details['account_deleted']
      ? `left the workspace: ${account(entry, names)} was deleted`
      : `removed the member ${account(entry, names)}`,
  'invitation.created': ({ subject, details }, names) =>
    `invited ${names.invitation(subject)}${role(details)}`,
  'invitation.resent': ({ subject, details }, names) =>
    `invited ${names.invitation(subject)}${role(details)} again`,
  'invitation.revoked': ({ subject }, names) =>
    `revoked the invitation of ${names.invitation(subject)}`,
  'invitation.accepted': ({ subject, details }, names) =>
    `accepted the invitation of ${names.invitation(subject)}${role(details)}`,
  'operator.created': ({ subject }, names) => `added ${names.operator(subject)}`,
  'operator.updated': ({ subject }, names) => `changed ${names.operator(subject)}`,
  'operator.removed': ({ subject }, names) => `removed ${names.operator(subject)}`,

  'tenant.created': ofTenant('created'),
  'tenant.updated': ofTenant('changed', fields),
  'tenant.suspended': ofTenant('suspended', reason),
  'tenant.reactivated': ofTenant('reactivated', reason),
  'tenant.deleted': ofTenant('deleted', ({ deletes_at: at }) =>
    at ? `; it is erased at ${text(at)}` : '',
  ),
  'tenant.restored': ofTenant('restored'),
  'tenant.erased': ofTenant('erased'),
  'tenant.secret_rotated': ofTenant('created a new secret of'),
  'tenant.secret_activated': ofTenant('activated the new secret of', grace),
  'tenant.widget_key_rotated': ofTenant('replaced the widget key of', grace),
  'faq_entry.created': ofTenant('added an entry to the FAQ of'),
  'faq_entry.updated': ofTenant('changed an entry of the FAQ of'),
  'faq_entry.removed': ofTenant('removed an entry from the FAQ of'),
  'knowledge_document.created': ofTenant('added a document to'),
  'knowledge_document.updated': ofTenant('changed a document of'),
  'knowledge_document.removed': ofTenant('removed a document from'),
  'unanswered.dismissed': ofTenant('dismissed unanswered questions of'),
  'conversations.imported': ofTenant('imported conversations into', ({ conversations }) =>
    conversations === undefined ? '' : `: ${text(conversations)}`,
  ),
  'callbacks.replayed': ofTenant('sent callbacks again for', ({ since, until, replayed }) =>
    since ? `: ${text(replayed ?? 0)}, from ${text(since)} to ${text(until)}` : '',
  ),
  'callbacks.resumed': ofTenant('resumed the callbacks of'),
  'callback.resent': ({ subject, details }) =>
    `sent the callback ${subject} again${details['force'] ? ', as a copy' : ''}`,

  'canned_reply.created': ({ subject }) => `added the canned reply ${subject}`,
  'canned_reply.updated': ({ subject }) => `changed the canned reply ${subject}`,
  'canned_reply.removed': ({ subject }) => `removed the canned reply ${subject}`,
  'message.removed': ({ details }, names) => `removed a message of ${conversation(details, names)}`,
  'visitor.blocked': ({ details }, names) =>
    `blocked the visitor of ${conversation(details, names)}${details['kind'] ? `, by ${text(details['kind'])}` : ''}${details['ends_at'] ? `, until ${text(details['ends_at'])}` : ''}`,
  'visitor.unblocked': ({ details }, names) =>
    `lifted the block of ${conversation(details, names)}`,
  'visitor.exported': (entry, names) => `exported ${visitor(entry, names)}`,
  'visitor.erased': (entry, names) => `erased ${visitor(entry, names)}`,
};

/** Describes an entry, without its author. An action of a newer relay is shown by its name. */
export function sentenceOf(entry: AuditEntry, names: Names): string {
  const known = Object.hasOwn(SENTENCES, entry.action) ? SENTENCES[entry.action] : undefined;
  if (known) return known(entry, names);
  const details = Object.keys(entry.details).length > 0 ? ` ${JSON.stringify(entry.details)}` : '';
  return `did ${entry.action}${entry.subject === null ? '' : ` on ${entry.subject}`}${details}`;
}

/** True if the action has a sentence. @internal for its tests */
export function hasSentence(action: string): boolean {
  return Object.hasOwn(SENTENCES, action);
}

/** Names a visitor. A user's id is left out, because an erasure removes it from the log. */
function visitor({ subject, details }: AuditEntry, names: Names): string {
  const { by: way, sessions, tenant_id } = details;
  const of = names.tenant(id(tenant_id));
  if (way === 'session_id') return `the visitor ${subject} of ${of}`;
  const count =
    sessions === undefined ? '' : ` (${text(sessions)} session${sessions === 1 ? '' : 's'})`;
  return `a user of ${of}${count}`;
}

function conversation({ conversation_id, tenant_id }: AuditEntry['details'], names: Names): string {
  const of = names.tenant(id(tenant_id));
  return conversation_id
    ? `the conversation ${text(conversation_id)} of ${of}`
    : `a conversation of ${of}`;
}

function id(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
