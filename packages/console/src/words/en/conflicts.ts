import type { Words } from '../words';

export const conflicts: Words['conflicts'] = {
  'console/create/canned-reply': 'Another canned reply has this shortcut. Choose another one.',
  'console/update/canned-reply': 'Another canned reply has this shortcut. Choose another one.',
  'console/create/invitation':
    'This person is already a member of the workspace. Change their role instead.',
  'console/resend/invitation': 'This invitation is no longer open. Send a new one.',
  'console/revoke/invitation': 'This invitation was already accepted or revoked. Reload the page.',
  'console/create/operator':
    'This person is already an operator of the workspace. Edit that operator instead.',
  'console/snooze/conversation': 'Only a conversation that is waiting or assigned can be snoozed.',
  'console/update/conversations': 'It already has 10 tags. Remove one first.',
  'console/create/note': 'This visitor’s data is erased: the note was not added.',
  'console/remove/message':
    'This message can’t be removed: it is the relay’s own, or the visitor’s data is erased.',
  'console/block/visitor':
    'This visitor is already blocked, or their data is erased. Reload the page.',
  'console/create/faq-entry':
    'The FAQ is full. Remove entries, or move them to the knowledge base.',
  'console/test/bot': 'Only the built-in bot and the model can be tried here.',
  'console/test/callback': 'This site has no callback address. Enter it in its settings.',
  'console/delete/workspace':
    'The workspace still has sites. Delete them first, and wait until their time is over.',
  'console/restore/tenant': 'This site is already being erased: it can’t be restored.',
  'console/enroll/totp': 'The authenticator app is already active, or this relay offers none.',
  'console/activate/totp': 'Add the app again: nothing is in progress, or it is already active.',
  'console/create/upload': 'The file was removed in the meantime. Add it again.',
  'console/finish/upload': 'The file was removed in the meantime. Add it again.',
};
