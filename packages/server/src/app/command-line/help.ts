import { defaultTextOf, ROWS } from '../../config/variables';
import { argumentsOf, type Command } from './command';

export function helpText(commands: readonly Command[]): string {
  const usages = commands.map((command): [string, string] => [
    [command.names.join(', '), ...argumentsOf(command)].join(' '),
    command.doc,
  ]);
  const width = Math.max(...usages.map(([usage]) => usage.length));
  return [
    'Usage: chat-relay [argument]',
    '',
    'Without an argument: runs the relay.',
    '',
    ...usages.map(([usage, doc]) => `  ${usage.padEnd(width)}  ${doc}`),
    '',
    'Settings are environment variables. A .env file in the working folder may hold them;',
    'the real environment has priority. Defaults are in parentheses.',
    '',
    ...ROWS.map(
      ([name, row]) => `  ${name} (${plain(defaultTextOf(row))})\n      ${plain(row.doc)}`,
    ),
    '',
    'Exit codes: 64 wrong argument, 75 the database stayed unreachable, 78 wrong setting.',
  ].join('\n');
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}
