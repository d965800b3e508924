import { wrap } from '../terminal/columns';
import { paintFor } from '../terminal/paint';
import { sanitiseLine } from '../terminal/sanitise';
import type { Check } from './diagnosis';

const NAME_WIDTH = 11;
const INDENT = NAME_WIDTH + 3;
const LEAST_WIDTH = 20;

/** One line for each check, for stdout. A terminal gets long ones in several lines. */
export function checkLines(checks: readonly Check[]): string {
  const paint = paintFor(process.stdout);
  const { isTTY, columns = 80 } = process.stdout;
  const width = isTTY ? Math.max(LEAST_WIDTH, columns - INDENT) : Infinity;
  return checks
    .map(({ name, isWell, message }) => {
      const lines = wrap(sanitiseLine(message), width).join(`\n${' '.repeat(INDENT)}`);
      return `${signOf(isWell)} ${name.padEnd(NAME_WIDTH)} ${lines}`;
    })
    .join('\n');

  function signOf(isWell: Check['isWell']): string {
    if (isWell === null) return paint('dim', '–');
    return isWell ? paint('green', '✓') : paint('red', '✗');
  }
}

/** The names of the checks that failed, each once. */
export function failedNames(checks: readonly Check[]): string[] {
  return [...new Set(checks.filter(({ isWell }) => isWell === false).map(({ name }) => name))];
}
