import { option, paging, repeatable, type Entry } from '../entry';

const tenant = option('--tenant <name or id>', 'whose bot (default: your only one)');
const locale = option('--locale <locale>', "the visitor's language (default: the tenant's)");
const entryLocale = option('--locale <locale>', 'its language; "any" for every language');
const question = repeatable('--question <text>', 'a way to ask for it');

export const entries: readonly Entry[] = [
  {
    usage: 'bot test <message>',
    summary: 'Show what the built-in bot would answer, and why; nothing is stored',
    options: [
      tenant,
      locale,
      option('--data <json>', 'a bot that is not saved: JSON, @file or - for stdin'),
    ],
    examples: [
      'relayctl bot test "When do you open?"',
      `relayctl bot test "When do you open?" --data '{"confidence_threshold": 0.8}'`,
    ],
    load: async () => (await import('./test')).testBot,
  },
  {
    usage: 'bot eval <file>',
    summary: 'Ask the bot the questions of a file, and compare what it does with what is expected',
    options: [
      tenant,
      locale,
      option('--min <share>', 'exit with 1 if fewer do as expected, 0 to 1 (default: 1)'),
      option('--min-answered <share>', 'exit with 1 if it answers fewer of those it should answer'),
      option('--max-wrong <share>', 'exit with 1 if it answers more of all questions wrongly'),
    ],
    examples: [
      'relayctl bot eval questions.csv --min 0.9',
      'relayctl bot eval questions.csv --min-answered 0.6 --max-wrong 0.02',
      'relayctl bot eval questions.csv --json > outcome.json',
    ],
    note:
      'A row of the CSV is a question, then what is expected, if you know it: "answer", "escalate", or a text that\n' +
      'the answer contains; then the title of the document that answers. A .txt has a question a line.\n' +
      'An answer is wrong if another one, another document or none is expected. Without --min, --min-answered and\n' +
      '--max-wrong, every question has to do as expected.\n' +
      'Nothing is stored. A bot of the kind "model" asks the model for each question.',
    load: async () => (await import('./eval')).evalBot,
  },
  {
    usage: 'bot unanswered',
    summary: 'List the questions that the bot did not know and a person answered, most often first',
    options: [tenant],
    examples: [
      'relayctl bot unanswered --tenant Shop',
      "relayctl bot unanswered --json | jq '.groups[0].suggested_answer'",
    ],
    note:
      'Similar questions of the last 90 days are one line, with the ID of the latest conversation. The answer is\n' +
      'what the person wrote first, without names, addresses and numbers: relayctl faq add makes an entry of it.',
    load: async () => (await import('./unanswered')).listUnanswered,
  },
  {
    usage: 'bot dismiss-unanswered <conversation_id>',
    summary: 'Take a question out of that list, by the ID of a conversation, with all similar ones',
    options: [tenant],
    examples: ['relayctl bot dismiss-unanswered 66a0c1f27d3e4b5a69788796 --tenant Shop'],
    load: async () => (await import('./unanswered')).dismissUnanswered,
  },
  {
    usage: 'faq list',
    summary: "List the entries of a tenant's FAQ",
    options: [tenant, ...paging],
    examples: ['relayctl faq', 'relayctl faq --all --json > faq.json'],
    load: async () => (await import('./faq')).listFaq,
  },
  {
    usage: 'faq add',
    summary: 'Add an entry',
    options: [
      tenant,
      question.makeOptionMandatory(),
      option('--answer <text>', 'its answer').makeOptionMandatory(),
      entryLocale,
    ],
    examples: ['relayctl faq add --question "When do you open?" --answer "At nine."'],
    load: async () => (await import('./faq')).addEntry,
  },
  {
    usage: 'faq update <entry>',
    summary: 'Change an entry, by its id; each given option replaces the old value',
    options: [
      repeatable('--question <text>', 'a way to ask for it'),
      option('--answer <text>', 'its answer'),
      entryLocale,
    ],
    examples: ['relayctl faq update faq_AZ8Q2nqRcACAAAAAAAAAAXr0V3Jn0p4C --answer "At ten."'],
    load: async () => (await import('./faq')).updateEntry,
  },
  {
    usage: 'faq remove <entry>',
    summary: 'Remove an entry, by its id',
    examples: ['relayctl faq remove faq_AZ8Q2nqRcACAAAAAAAAAAXr0V3Jn0p4C'],
    load: async () => (await import('./faq')).removeEntry,
  },
];
