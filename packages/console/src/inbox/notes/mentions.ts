import { fold } from '@chat-relay/desk/fold';
import type { Operator } from '@chat-relay/server/wire/operators';

/** The part of a name between an `@` and the cursor. */
export interface TypedMention {
  from: number;
  text: string;
}

/** An `@name` that does not identify one colleague. */
export interface UnclearMention {
  text: string;
  /** True if several colleagues have this name, false if none has. */
  isAmbiguous: boolean;
}

const MOST_TYPED = 64;
/** Longer than any name, in UTF-16 units. */
const MOST_READ = 200;

/** Finds the `@name` that is being typed; null if there is none. */
export function mentionBefore(text: string, cursor: number): TypedMention | null {
  const from = text.slice(0, cursor).lastIndexOf('@');
  const typed = text.slice(from + 1, cursor);
  if (from === -1 || typed.length > MOST_TYPED || !isStart(text, from)) return null;
  return typed.includes('\n') || typed.startsWith(' ') ? null : { from, text: typed };
}

/** Colleagues whose name contains what was typed: at its start, then at the start of a word, then anywhere. */
export function offerMentions(colleagues: readonly Operator[], typed: string): Operator[] {
  const wanted = fold(typed);
  const rankOf = ({ display_name: name }: Operator): number => {
    const at = ` ${fold(name)}`;
    if (at.startsWith(` ${wanted}`)) return 0;
    return at.includes(` ${wanted}`) ? 1 : at.includes(wanted) ? 2 : 3;
  };
  return colleagues
    .filter((one) => rankOf(one) < 3)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.display_name.localeCompare(b.display_name));
}

/**
 * Finds the operators whom a text mentions, and each `@name` that does not identify one colleague.
 * @param chosen colleagues chosen from the list, in order. They decide between colleagues with the same name.
 */
export function mentionsIn(
  text: string,
  colleagues: readonly Operator[],
  chosen: readonly Operator[],
): { operatorIds: string[]; unclear: UnclearMention[] } {
  const called = new Map<string, Operator[]>();
  const unclear = new Map<string, UnclearMention>();
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (!isStart(text, at)) continue;
    const rest = text.slice(at + 1, at + 1 + MOST_READ);
    const named = namedIn(rest, colleagues);
    const [first] = named;
    if (first) {
      const name = fold(first.display_name);
      const before = called.get(name) ?? [];
      const next = chosen.filter((one) => fold(one.display_name) === name).toReversed()[
        before.length
      ];
      const one = named.length === 1 ? first : (next ?? before[0]);
      if (one) called.set(name, [...before, one]);
      else unclear.set(name, { text: `@${first.display_name}`, isAmbiguous: true });
      continue;
    }
    const word = /^[\p{L}\p{N}._-]+/u.exec(rest)?.[0];
    if (word !== undefined) unclear.set(word, { text: `@${word}`, isAmbiguous: false });
  }
  const ids = [...called.values()].flat().map((one) => one.operator_id);
  return { operatorIds: [...new Set(ids)], unclear: [...unclear.values()] };
}

/** Colleagues with the longest name that the text begins with. Exact spelling wins over spelling without accents. */
function namedIn(text: string, colleagues: readonly Operator[]): Operator[] {
  const read = fold(text);
  const found = colleagues.filter(({ display_name: name }) => {
    const wanted = fold(name);
    return read.startsWith(wanted) && !/^[\p{L}\p{N}]/u.test(read.slice(wanted.length));
  });
  const longest = Math.max(...found.map(({ display_name: name }) => fold(name).length));
  const named = found.filter(({ display_name: name }) => fold(name).length === longest);
  const exact = named.filter(({ display_name: name }) => text.startsWith(name));
  return exact.length > 0 ? exact : named;
}

/** Whether an `@` begins a mention, and is not part of an e-mail address. */
function isStart(text: string, at: number): boolean {
  return !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
}
