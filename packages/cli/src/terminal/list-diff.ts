import { sanitiseLine } from './sanitise';

/** Returns the form in which two texts with the same meaning are equal. */
type KeyOf = (text: string) => string;

/** Returns the texts of the first list that the second one lacks. */
export function missingFrom(
  list: readonly string[],
  other: readonly string[],
  keyOf: KeyOf = String,
): string[] {
  const kept = new Set(other.map(keyOf));
  return list.filter((text) => !kept.has(keyOf(text)));
}

/** Shows a change of a list as lines: a minus for what is removed, a plus for what is added. */
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
