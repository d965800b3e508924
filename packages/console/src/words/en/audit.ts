import type { Words } from '../words';

export const audit: Words['audit'] = {
  title: 'Audit log',
  lead: 'Who did what in this workspace, and from where.',
  actor: 'By',
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
  find: 'Visitor',
  search: 'Search',
  exactSession: 'The session',
  exactUser: 'The user whose id is',
  found: 'Visitors found',
  nothingFound: 'No conversation found',
  visitor: 'Visitor',
  unnamed: 'Unnamed visitor',
  lastMessage: 'Last message',
  rightsOf: (name) => `Rights of ${name}`,
  exportData: 'Export the data',
  exported: 'The data is exported.',
  erase: 'Erase the data',
  eraseText:
    'Their messages, name and ids will be erased, and their session ends. Empty rows stay, for the statistics. This is permanent.',
  typeToErase: (sign) => `Type ${sign} to confirm`,
  erased: (sessions) => `Sessions erased: ${sessions}.`,
};
