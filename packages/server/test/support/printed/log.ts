import { appendFileSync } from 'node:fs';
import { pino, type Logger } from 'pino';
import { printedFile } from './file';

/**
 * Silent in the terminal; in a test run every line down to `trace` is kept, to be searched for
 * secrets. Without the redaction that the process adds: what is not said need not be taken out.
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
