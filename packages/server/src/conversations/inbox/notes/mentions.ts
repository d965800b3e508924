import { normalized } from '../../../platform/combining-marks';
import type { Sql } from '../../../platform/storage/sql';

/** Limit of operators whom a note notifies: a note is for some colleagues, not for everyone. */
export const MAX_MENTIONED = 20;

export interface Mentionable {
  operator_id: string;
  display_name: string;
}

/** Operators of the tenant, read only if the note may mention one. */
export async function operatorsOf(
  sql: Sql,
  tenantId: string,
  text: string,
  called: readonly string[] | undefined,
): Promise<Mentionable[]> {
  if (!text.includes('@') && !called?.length) return [];
  return sql.rows<Mentionable>(
    `SELECT o.operator_id, o.display_name FROM operator_tenants ot
     JOIN operators o ON o.operator_id = ot.operator_id WHERE ot.tenant_id = ?`,
    [tenantId],
  );
}

/**
 * Finds the operators whose names follow an `@` in a text, in any case. If several names match at one place, the
 * longest counts.
 */
export function mentionedIn(text: string, operators: readonly Mentionable[]): string[] {
  const read = folded(text);
  const byName = operators
    .map(({ operator_id: id, display_name: name }) => ({ id, wanted: `@${folded(name)}` }))
    .toSorted((a, b) => b.wanted.length - a.wanted.length);
  /** Places in the text at which a name was found, longer names first. */
  const taken = new Map<number, string>();
  const isMentioned = (wanted: string): boolean => {
    let isFound = false;
    for (let at = read.indexOf(wanted); at !== -1; at = read.indexOf(wanted, at + 1)) {
      if ((taken.get(at) ?? wanted) !== wanted || !standsAlone(read, at, wanted.length)) continue;
      taken.set(at, wanted);
      isFound = true;
    }
    return isFound;
  };
  return byName
    .filter(({ wanted }) => isMentioned(wanted))
    .map(({ id }) => id)
    .slice(0, MAX_MENTIONED);
}

/** Whether a match is neither part of an e-mail address nor the beginning of a longer name. */
function standsAlone(text: string, at: number, length: number): boolean {
  // Two UTF-16 units hold any character.
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + length, at + length + 2);
  return !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
}

function folded(text: string): string {
  return normalized(text, 'NFC').toLowerCase();
}
