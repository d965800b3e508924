import { sanitiseLine } from './sanitise';

/** Tells which texts mean the same. */
type KeyOf = (text: string) => string;

/** The texts of the first list that the second one lacks. */
export function missingFrom(
  list: readonly string[],
  other: readonly string[],
  keyOf: KeyOf = String,
): string[] {
  const kept = new Set(other.map(keyOf));
  return list.filter((text) => !kept.has(keyOf(text)));
}

/** Both lists as lines: what goes has a minus, what comes a plus. */
export function listDiff(
  before: readonly string[],
  after: readonly string[],
  keyOf: KeyOf = String,
): string {
  const gone = missingFrom(before, after, keyOf);
  const lines = [
    ...before.map((text) => `  ${gone.includes(text) ? '-' : ' '} ${text}`),
    ...missingFrom(after, before, keyOf).map((text) => `  + ${text}`),
  ];
  return lines.map(sanitiseLine).join('\n');
}
