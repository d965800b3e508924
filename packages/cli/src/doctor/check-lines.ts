import { paintFor } from '../terminal/paint';
import { sanitiseLine } from '../terminal/sanitise';
import type { Check } from './diagnosis';

/** One line for each check, for stdout. */
export function checkLines(checks: readonly Check[]): string {
  const paint = paintFor(process.stdout);
  return checks
    .map(({ name, isWell, message }) => {
      const sign = isWell ? paint('green', '✓') : paint('red', '✗');
      return `${sign} ${name.padEnd(9)}  ${sanitiseLine(message)}`;
    })
    .join('\n');
}
