import type { Words } from '../words';

export const canned: Words['canned'] = {
  title: 'Canned replies',
  lead: 'Texts that are ready to send, shared by the whole workspace. Type / in a reply to pick one.',
  add: 'New reply',
  addTitle: 'New canned reply',
  editTitle: 'Edit canned reply',
  search: 'Search replies',
  shortcut: 'Shortcut',
  shortcutHint: 'What you type after /, for example “thanks”.',
  content: 'Text',
  language: 'Language',
  everyLanguage: 'All',
  variables: 'Insert',
  visitorName: 'Visitor’s name',
  operatorName: 'Your name',
  tenantName: 'Site name',
  emptyTitle: 'No canned replies',
  emptyText: 'Save what you write often: a greeting, a delivery time, a procedure.',
  nothingFound: 'No reply contains these words.',
  removed: (shortcut) => `“${shortcut}” was deleted.`,
  actionsOf: (shortcut) => `Actions for ${shortcut}`,
};
