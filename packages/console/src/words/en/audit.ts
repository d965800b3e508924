import type { Words } from '../words';

export const audit: Words['audit'] = {
  title: 'Audit log',
  lead: 'Who did what in this workspace, and from where.',
  actor: 'Author',
  action: 'Action',
  subject: 'Subject',
  at: 'Date',
  system: 'The relay',
  exportCsv: 'Export as CSV',
  searchedUntil: (count, moment) =>
    `Entries searched: ${count}, back to ${moment}. “Show more” searches further.`,
  searchedAll: (count) => `Entries searched: ${count}, the whole period.`,
  emptyTitle: 'No entries',
  visitors: 'Visitors’ rights',
  visitorsLead:
    'Give visitors their data, or erase it. Search for a name, an id, a word of a message, or a session (vs_…).',
  search: 'Search',
  exactSession: 'If it is a session:',
  exactUser: 'If it is a user id:',
  found: 'Visitors found',
  nothingFound: 'No conversation found',
  visitor: 'Visitor',
  unnamed: 'Unnamed visitor',
  lastMessage: 'Last message',
  rightsOf: (name) => `Rights of ${name}`,
  exportData: 'Export the data',
  exported: 'Data exported.',
  erase: 'Erase the data',
  eraseText:
    'Their messages, name and ids will be erased and their session will end. Empty rows stay, for the statistics. This is permanent.',
  erased: (sessions) => `Sessions erased: ${sessions}.`,
};
