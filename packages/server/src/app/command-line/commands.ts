import { loadEnvFile } from '../../config/env-file';
import { printConfig } from '../../config/print-config';
import { VERSION } from '../../version';
import { backup, verifyBackup } from './backup';
import type { Command } from './command';
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
      loadEnvFile();
      return print(printConfig(process.env));
    },
  },
  backup,
  verifyBackup,
  copyFrom,
];

/** @throws {ConfigError} */
export async function runCommand([name = '', ...operands]: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ names }) => names.includes(name));
  if (command === undefined) return refuse(`${JSON.stringify(name)} is not a known argument`);
  if (operands.length === command.operands.length) return command.run(...operands);
  const expected = command.operands.join(' ') || 'no further argument';
  return refuse(`${name} takes ${expected}`);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function refuse(problem: string): number {
  process.stderr.write(`chat-relay: ${problem}; see chat-relay --help\n`);
  return EXIT.usage;
}
