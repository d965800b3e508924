import { writeOut } from '../../terminal/output';
import { completionScript, SHELLS, treeOf, type Shell } from './completion-script';
import type { GlobalOptions } from '../../session/context';
import { EXIT, ExitError } from '../../errors';
import { createProgram } from '../../program';

/** Prints what makes a shell complete commands and options. */
export function completion(_options: GlobalOptions, shell: string): void {
  if (!isShell(shell)) {
    throw new ExitError(EXIT.usage, `There is completion for ${SHELLS.join(', ')}.`);
  }
  writeOut(completionScript(shell, treeOf(createProgram())));
}

function isShell(text: string): text is Shell {
  return (SHELLS as readonly string[]).includes(text);
}
