import { parseArgs } from 'node:util';
import { loadEnvFile } from '../../config/env-file';
import { printConfig } from '../../config/print-config';
import { VERSION } from '../../version';
import { backup, verifyBackup } from './backup';
import { argumentsOf, type Command, type CommandOptions } from './command';
import { copyFrom } from './copy-from';
import { EXIT } from './exit-codes';
import { helpText } from './help';

const COMMANDS: readonly Command[] = [
  {
    names: ['-h', '--help'],
    operands: [],
    doc: 'show this help',
    run: () => print(helpText(COMMANDS)),
  },
  {
    names: ['-v', '--version'],
    operands: [],
    doc: 'show the version',
    run: () => print(VERSION),
  },
  {
    names: ['--print-config'],
    operands: [],
    doc: 'show the settings in force as JSON, without secrets',
    run: () => {
      const known = loadEnvFile();
      return print(printConfig(process.env, known));
    },
  },
  backup,
  verifyBackup,
  copyFrom,
];

/** @throws {ConfigError} */
export async function runCommand([name = '', ...given]: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ names }) => names.includes(name));
  if (command === undefined) return refuse(`${JSON.stringify(name)} is not a known argument`);
  const parsed = parse(command, given);
  if (parsed?.operands.length === command.operands.length) {
    return command.run(parsed.operands, parsed.options);
  }
  return refuse(`${name} takes ${argumentsOf(command).join(' ') || 'no further argument'}`);
}

/** Null for an option that the command does not have, or that has no value. */
function parse(
  command: Command,
  args: readonly string[],
): { operands: string[]; options: CommandOptions } | null {
  const names = Object.keys(command.options ?? {});
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { operands: positionals, options: values };
  } catch {
    return null;
  }
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function refuse(problem: string): number {
  process.stderr.write(`chat-relay: ${problem}; see chat-relay --help\n`);
  return EXIT.usage;
}
