import { pino, type Logger } from 'pino';
import { printedFile } from './file';

/**
 * Silent in the terminal; in a test run every line down to `trace` is kept, to be searched for
 * secrets. Without the redaction that the process adds: what is not said need not be taken out.
 */
export function createPrintedLog(): Logger {
  const dest = printedFile('log');
  if (dest === null) return pino({ level: 'silent' });
  return pino({ level: 'trace' }, pino.destination({ dest, sync: true }));
}
