import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** Of one process and no other, so that a place in it leads to a test file. */
const OWN_MARK = `${process.pid}-${randomBytes(3).toString('hex')}`;

export type PrintedKind = 'log' | 'secrets';

/**
 * Where this test file keeps what its relays print, or the secrets it has used. Null outside a run
 * that looks for the ones in the others, such as a bench.
 */
export function printedFile(kind: PrintedKind): string | null {
  const folder = process.env['TEST_PRINTED_DIR'];
  if (!folder) return null;
  return join(folder, `${process.env['TEST_PRINTED_NAME'] ?? 'unknown'}.${OWN_MARK}.${kind}`);
}
