import { option, type Entry } from '../entry';

export const entries: readonly Entry[] = [
  {
    usage: 'import <file>',
    summary: 'Import conversations and canned replies of another product, from JSON Lines',
    options: [
      option('--tenant <name or id>', 'into which tenant (default: your only one)'),
      option('--dry-run', 'check every line and change nothing; exit code 1 if one is refused'),
    ],
    examples: [
      'relayctl import conversations.jsonl --tenant Shop --dry-run',
      'relayctl import conversations.jsonl --tenant Shop',
      'node convert.mjs ./export | relayctl import - --tenant Shop --json',
    ],
    note:
      'A line that is refused is named with its number, and the others are imported. After Ctrl-C, or when the\n' +
      'relay was unreachable, run it again: what is there already is left as it is. docs/IMPORT.md describes the format.',
    load: async () => (await import('./import')).importFile,
  },
];
