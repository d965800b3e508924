import { appendFileSync } from 'node:fs';
import { pino, type Logger } from 'pino';
import { printedFile } from './file';

/**
 * A log that is silent in the terminal. In a test run it keeps every line down to `trace`, which is then searched for
 * secrets. It redacts nothing: no secret may be logged in the first place.
 */
export function createPrintedLog(): Logger {
  if (printedFile('log') === null) return pino({ level: 'silent' });
  const write = (line: string): void => {
    // Test files that share a process have a file each.
    const file = printedFile('log');
    if (file !== null) appendFileSync(file, line);
  };
  return pino({ level: 'trace' }, { write });
}
