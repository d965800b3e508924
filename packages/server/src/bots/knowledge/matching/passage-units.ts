import { sentencesIn } from '../../model/sentences';

/** A sentence, an entry of a list or a row of a table: it is quoted whole. */
export interface Unit {
  start: number;
  end: number;
  kind: 'sentence' | 'item';
  /** The first of its paragraph. */
  isFirst: boolean;
  /** The place of the entry or line that it belongs to; null: none. */
  parent: number | null;
}

const ITEM = /^\s*(?:[-*+•]\s|\d{1,3}[.)]\s)/;
/** A passage of more is one of single characters or words. */
const MAX_UNITS = 120;

/** The units of a passage, in order. */
export function unitsOf(text: string): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  let isFirst = true;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (line.trim() === '') isFirst = true;
    else if (units.length >= MAX_UNITS) units.at(-1)!.end = end;
    else {
      const kind = ITEM.test(line) ? 'item' : 'sentence';
      let from = start;
      for (const sentence of kind === 'item' ? [line] : sentencesIn(line)) {
        if (sentence.trim() !== '')
          units.push({
            start: from,
            end: from + sentence.length,
            kind,
            isFirst,
            parent: kind === 'item' ? parentOf(text, units, line) : null,
          });
        from += sentence.length;
        isFirst = false;
      }
    }
    start = end + 1;
  }
  return units;
}

/** The nearest entry that is less indented; for those that are not indented, the line that introduces the list. */
function parentOf(text: string, units: readonly Unit[], line: string): number | null {
  const indent = indentOf(line);
  for (let place = units.length - 1; place >= 0; place--) {
    const { start, end, kind } = units[place]!;
    const before = text.slice(start, end);
    if (kind === 'sentence') return before.trimEnd().endsWith(':') ? place : null;
    if (indentOf(before) < indent) return place;
  }
  return null;
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
