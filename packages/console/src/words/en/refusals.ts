import type { Words } from '../words';

export const refusals: Words['refusals'] = {
  unknown: 'The relay refused the request.',
  unreachable: 'The relay can’t be reached. Check your connection, then try again.',
  invalid_request: 'Some fields are not valid.',
  invalid_credentials: 'Wrong e-mail address or password.',
  account_pending: 'This account is not confirmed yet. Register again to receive a new code.',
  registration_closed:
    'Accounts are created by invitation here. Ask an owner or admin of your workspace for one.',
  account_not_active: 'This account is not active yet.',
  challenge_invalid: 'This request has expired or had too many attempts. Start again.',
  otp_invalid: 'This code is wrong or no longer valid.',
  totp_invalid: 'This code is wrong or no longer valid.',
  totp_unavailable: 'The authenticator app is unavailable. Use the code by e-mail instead.',
  weak_password: 'This password is too easy to guess. Choose another one.',
  invitation_invalid: 'This invitation is no longer valid, or it is for another address.',
  session_revoked: 'Your session has ended. Sign in again.',
  unauthenticated: 'Sign in first.',
  token_invalid: 'Your session is no longer valid. Sign in again.',
  confirmation_required: 'Confirm your password to continue.',
  insecure_origin: 'Open this page over HTTPS: signing in is not possible over a plain connection.',
  origin_not_allowed:
    'This page is not at the relay’s address. Open the console at its usual address.',
  insufficient_role: 'Your role in this workspace does not allow this.',
  not_system_admin: 'Only a super-admin can do this.',
  not_found: 'Not found. It may have been deleted in the meantime.',
  state_conflict:
    'This is no longer possible: something has changed in the meantime, or the site is being deleted. Reload the page.',
  'state_conflict console/create/canned-reply':
    'Another canned reply has this shortcut. Choose another one.',
  'state_conflict console/update/canned-reply':
    'Another canned reply has this shortcut. Choose another one.',
  'state_conflict console/create/invitation':
    'This person is already a member of the workspace. Change their role instead.',
  'state_conflict console/resend/invitation': 'This invitation is no longer open. Send a new one.',
  'state_conflict console/revoke/invitation':
    'This invitation was already accepted or revoked. Reload the page.',
  'state_conflict console/create/operator':
    'This person is already an operator of the workspace. Edit that operator instead.',
  'state_conflict console/snooze/conversation':
    'Only a conversation that is waiting or assigned can be snoozed.',
  'state_conflict console/update/conversations': 'It already has 10 tags. Remove one first.',
  'state_conflict console/create/note': 'This visitor’s data is erased: the note was not added.',
  'state_conflict console/remove/message':
    'This message can’t be removed: it is the relay’s own, or the visitor’s data is erased.',
  'state_conflict console/block/visitor':
    'This visitor is already blocked, or their data is erased. Reload the page.',
  'state_conflict console/create/faq-entry':
    'The FAQ is full. Remove entries, or move them to the knowledge base.',
  'state_conflict console/test/bot': 'Only the built-in bot and the model can be tried here.',
  'state_conflict console/test/callback':
    'This site has no callback address. Enter it in its settings.',
  'state_conflict console/delete/workspace':
    'The workspace still has sites. Delete them first, and wait until their time is over.',
  'state_conflict console/restore/tenant':
    'This site is already being erased: it can’t be restored.',
  'state_conflict console/enroll/totp':
    'The authenticator app is already active, or this relay offers none.',
  'state_conflict console/activate/totp':
    'Add the app again: nothing is in progress, or it is already active.',
  'state_conflict console/create/upload': 'The file was removed in the meantime. Add it again.',
  'state_conflict console/finish/upload': 'The file was removed in the meantime. Add it again.',
  not_assignee: 'It is not yours. Claim it first.',
  conversation_already_claimed: 'Someone else already has it.',
  operator_not_available: 'This person is not online. Choose someone who is.',
  last_owner: 'A workspace needs at least one owner.',
  last_system_admin: 'The platform needs at least one super-admin.',
  tenant_suspended: 'This site is suspended.',
  payload_too_large: 'This is too large.',
  attachments_disabled: 'This site takes no files.',
  attachment_too_large: 'The file is too large.',
  attachment_type_not_allowed: 'Files of this type are not allowed, or the file is damaged.',
  rate_limited: 'Too many requests. Wait a moment.',
  too_many_attempts: 'Too many attempts. Wait before you try again.',
  resend_cooldown: 'A code was sent a moment ago. Wait before you ask for another one.',
  internal_error: 'The relay had a problem.',
  overloaded: 'The relay is overloaded. Try again in a moment.',
  storage_unavailable: 'The database is not answering. Try again in a moment.',
  shutting_down: 'The relay is restarting. Try again in a moment.',
};

export const retryIn: Words['retryIn'] = (wait) => `Try again in ${wait}.`;
