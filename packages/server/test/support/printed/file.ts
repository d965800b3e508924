import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** Differs in each process, so that a finding leads to one test file. */
const OWN_MARK = `${process.pid}-${randomBytes(3).toString('hex')}`;

export type PrintedKind = 'log' | 'secrets';

/**
 * The file in which this test file keeps its relays' output, or the secrets that it used. Null outside a test run, such
 * as in a bench.
 */
export function printedFile(kind: PrintedKind): string | null {
  const folder = process.env['TEST_PRINTED_DIR'];
  if (!folder) return null;
  return join(folder, `${process.env['TEST_PRINTED_NAME'] ?? 'unknown'}.${OWN_MARK}.${kind}`);
}
