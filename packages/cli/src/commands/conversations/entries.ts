import { choice, option, paging, repeatable, workspace, type Entry } from '../entry';

const CONVERSATION = '66a0c1f27d3e4b5a69788796';
const MESSAGE = '019a9e3c-7f0e-7b11-a2c3-d4e5f6071829';
const UPLOAD = 'up_AZrL3mNvcACAAAAAAAAAAQHqf7m3ZzQx';

export const entries: readonly Entry[] = [
  {
    usage: 'conversation list',
    summary: 'List conversations, the latest first',
    options: [
      ...paging,
      option('--tenant <name or id>', 'only this tenant'),
      choice(
        '--status <status>',
        'only these',
        ['BOT', 'WAITING', 'ASSIGNED', 'RESOLVED'],
        (text) => text.toUpperCase(),
      ),
      option('--tag <tag>', 'only these, in any case'),
      option('--query <words>', 'only these: in messages, and in what is known of the visitor'),
    ],
    examples: [
      'relayctl conversation list --status WAITING',
      'relayctl conversation list --query "+33 6 12 34 56 78"',
      'relayctl conversation list --tag refund',
    ],
    note: "It lists what you may see: an operator's own tenants and routing keys.",
    load: async () => (await import('./list')).listConversations,
  },
  {
    usage: 'conversation show <conversation_id>',
    summary: 'Show a conversation, the pages that its visitor was on, and its files',
    examples: [`relayctl conversation show ${CONVERSATION}`],
    load: async () => (await import('./show')).showConversation,
  },
  {
    usage: 'conversation tag <conversation_id>',
    summary: 'Show the tags of a conversation, or change them',
    options: [
      repeatable('--add <tag>', 'give it this tag'),
      repeatable('--remove <tag>', 'take this tag away'),
      option('--set <tags>', 'replace them all, with commas between them; "" takes all away') //
        .conflicts(['add', 'remove']),
    ],
    examples: [
      `relayctl conversation tag ${CONVERSATION} --add refund --remove new`,
      `relayctl conversation tag ${CONVERSATION} --set "refund, lyon"`,
    ],
    note: 'Up to ten, of 32 characters each. Visitors never see them.',
    load: async () => (await import('./tag')).tagConversation,
  },
  {
    usage: 'conversation send <conversation_id> [text]',
    summary: 'Send a message to the visitor of a conversation that you hold, with files',
    options: [repeatable('--file <path>', 'a file to send, at most 5')],
    examples: [
      `relayctl conversation send ${CONVERSATION} "It is on its way."`,
      `relayctl conversation send ${CONVERSATION} "Your invoice:" --file invoice.pdf`,
    ],
    note: 'Claim it first. The tenant decides which files it takes.',
    load: async () => (await import('./send')).sendMessage,
  },
  {
    usage: 'conversation download <conversation_id> <upload_id>',
    summary: 'Save a file of a conversation, and check that it is whole',
    options: [option('-o, --output <path>', 'a file or a folder (default: here, under its name)')],
    examples: [
      `relayctl conversation download ${CONVERSATION} ${UPLOAD}`,
      `relayctl conversation download ${CONVERSATION} ${UPLOAD} -o parcel.jpg`,
    ],
    note: '`conversation show` lists the ids. Nothing is overwritten.',
    load: async () => (await import('./download')).downloadFile,
  },
  {
    usage: 'conversation transfer <conversation_id> <operator>',
    summary: 'Hand a conversation that you hold to another operator, by name or id',
    options: [option('--force', 'also to one who is not online'), workspace],
    examples: [
      `relayctl conversation transfer ${CONVERSATION} Camille`,
      `relayctl conversation transfer ${CONVERSATION} Camille --force`,
    ],
    note: 'One who is not online loses it to the queue again unless they come in time.',
    load: async () => (await import('./transfer')).transferConversation,
  },
  {
    usage: 'conversation update <conversation_ids>',
    summary: 'Claim, resolve, hand over or tag many conversations, each for itself',
    options: [
      option('--claim', 'take those that wait'),
      option('--resolve', 'resolve them'),
      option('--assign <operator>', 'hand them to this operator, by name or id'),
      option('--force', 'with --assign: also to one who is not online'),
      repeatable('--add-tag <tag>', 'give them this tag'),
      workspace,
    ],
    examples: [
      `relayctl conversation update ${CONVERSATION} --add-tag refund`,
      'relayctl conversation update - --resolve < ids.txt',
    ],
    note: 'The ids have commas or line breaks between them; - reads them from stdin. If one did not change, it exits with 4.',
    load: async () => (await import('./update')).updateConversations,
  },
  {
    usage: 'conversation unread <conversation_id>',
    summary: 'Mark a conversation unread, for you alone',
    examples: [`relayctl conversation unread ${CONVERSATION}`],
    load: async () => (await import('./unread')).markUnread,
  },
  {
    usage: 'conversation snooze <conversation_id> <until>',
    summary: 'Leave a conversation out of the lists until a time; "none" puts it back',
    examples: [
      `relayctl conversation snooze ${CONVERSATION} 2027-01-11T08:00:00Z`,
      `relayctl conversation snooze ${CONVERSATION} none`,
    ],
    note: 'A message of the visitor ends it, too. At least a minute, at most 30 days.',
    load: async () => (await import('./snooze')).snooze,
  },
  {
    usage: 'conversation remove-message <conversation_id> <message_id>',
    summary: 'Take a message back out of sight: its words and files are deleted',
    examples: [`relayctl conversation remove-message ${CONVERSATION} ${MESSAGE}`],
    note: "For owners and admins. It can't be undone.",
    load: async () => (await import('./remove-message')).removeMessage,
  },
];
