import type { Command } from 'commander';
import { EXIT, ExitError } from '../../errors';
import type { GlobalOptions } from '../../session/context';
import { writeOut } from '../../terminal/output';
import { completionScript, SHELLS, treeOf, type Shell } from './completion-script';

/** Prints a shell script that completes commands and options. */
export function completion(this: Command, _options: GlobalOptions, shell: string): void {
  if (!isShell(shell)) {
    throw new ExitError(EXIT.usage, `Completion is available for ${SHELLS.join(', ')}.`);
  }
  const program = this.parent!; // the command is one of the program's own
  writeOut(completionScript(shell, treeOf(program)));
}

function isShell(text: string): text is Shell {
  return (SHELLS as readonly string[]).includes(text);
}
