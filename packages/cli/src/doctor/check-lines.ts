import { hanging } from '../terminal/hanging';
import { paintFor } from '../terminal/paint';
import { sanitiseLine } from '../terminal/sanitise';
import type { Check } from './diagnosis';

const NAME_WIDTH = 11;
const INDENT = NAME_WIDTH + 3;

/** Prints a line for each check. On a terminal, long ones are wrapped. */
export function checkLines(checks: readonly Check[]): string {
  const paint = paintFor(process.stdout);
  return checks
    .map(({ name, isWell, message }) => {
      const text = hanging(sanitiseLine(message), INDENT);
      return `${signOf(isWell)} ${name.padEnd(NAME_WIDTH)} ${text}`;
    })
    .join('\n');

  function signOf(isWell: Check['isWell']): string {
    if (isWell === null) return paint('dim', '–');
    return isWell ? paint('green', '✓') : paint('red', '✗');
  }
}

export function failedNames(checks: readonly Check[]): string[] {
  return [...new Set(checks.filter(({ isWell }) => isWell === false).map(({ name }) => name))];
}
