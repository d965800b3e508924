import { paging, type Entry } from '../entry';

const CONVERSATION = '66a0c1f27d3e4b5a69788796';

export const entries: readonly Entry[] = [
  {
    usage: 'note list <conversation_id>',
    summary: 'List the notes about a conversation, the oldest first',
    options: [...paging],
    examples: [`relayctl note list ${CONVERSATION}`],
    load: async () => (await import('./list')).listNotes,
  },
  {
    usage: 'note add <conversation_id> <text>',
    summary: 'Write a note about a conversation, for colleagues alone',
    examples: [
      `relayctl note add ${CONVERSATION} "She called twice. @Ana, please ask the carrier."`,
    ],
    note: 'The visitor never sees it. @ and the name of an operator calls that operator.',
    load: async () => (await import('./add')).addNote,
  },
  {
    usage: 'note remove <conversation_id> <note_id>',
    summary: 'Remove a note: your own, or as an admin any',
    examples: [`relayctl note remove ${CONVERSATION} 0190f3c2-7a5b-7000-8000-000000000001`],
    load: async () => (await import('./remove')).removeNote,
  },
];
