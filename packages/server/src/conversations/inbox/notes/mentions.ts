import { normalized } from '../../../platform/combining-marks';
import type { Sql } from '../../../platform/storage/sql';

/** More are not told: a note is for colleagues, not for everyone. */
const MAX_MENTIONED = 20;

/** The operators of the tenant whose names stand in a text after an `@`, in any case. */
export async function mentionedOperators(
  sql: Sql,
  tenantId: string,
  text: string,
): Promise<string[]> {
  if (!text.includes('@')) return [];
  const operators = await sql.rows<{ operator_id: string; display_name: string }>(
    `SELECT o.operator_id, o.display_name FROM operator_tenants ot
     JOIN operators o ON o.operator_id = ot.operator_id WHERE ot.tenant_id = ?`,
    [tenantId],
  );
  const read = folded(text);
  return operators
    .filter(({ display_name: name }) => isMentioned(read, folded(name)))
    .map(({ operator_id: id }) => id)
    .slice(0, MAX_MENTIONED);
}

/** @internal for its tests */
export function isMentioned(text: string, name: string): boolean {
  const wanted = `@${name}`;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    // One character, which may be two units.
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    // Not in an e-mail address, and not the beginning of a longer name.
    if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true;
  }
  return false;
}

function folded(text: string): string {
  return normalized(text, 'NFC').toLowerCase();
}
