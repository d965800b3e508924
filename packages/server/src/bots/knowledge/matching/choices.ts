import { isMeant, type AskedTerm } from './asked';
import type { Asked, Reading } from './reading';

/** Words that are less than this like one of the question are no match of it. */
const LEAST_MATCH = 0.4;
const LESS = 0.4;

/** How a question fits the rows of a table, or the entries of a list, of which one answers. */
export interface Choice {
  /** No row is named, but something else is. */
  isOpen: boolean;
  /** It names a thing that the row, its headings and its title lack: 1 if that is its heaviest word. */
  stray: number;
}

const NONE: Choice = { isOpen: false, stray: 0 };

export function choiceOf({ terms }: Asked, reading: Reading): Choice {
  const { units, inUnits, inHeadings, inTitle, inText } = reading;
  const worth = (unit: number): number =>
    terms.reduce(
      (sum, { kind, weight }, term) =>
        sum + (isMeant(kind) ? 1 : LESS) * weight * inUnits[unit]![term]!,
      0,
    );
  let best = -1;
  for (const unit of units.keys()) if (best === -1 || worth(unit) > worth(best)) best = unit;
  const row = units[best];
  if (row?.kind !== 'item') return NONE;
  const rows = [...units.keys()].filter(
    (unit) => units[unit]!.kind === 'item' && units[unit]!.parent === row.parent,
  );
  if (rows.length < 2) return NONE;
  const isThing = ({ kind, isKind }: AskedTerm): boolean =>
    (kind === 'content' || kind === 'everyday') && !isKind;
  const isNamed = terms.some(
    (term, place) =>
      isThing(term) &&
      rows.some((unit) => Math.abs(inUnits[unit]![place]! - inUnits[best]![place]!) >= LEAST_MATCH),
  );
  const lacks = (place: number): boolean =>
    Math.max(inText[place]!, inHeadings[place]!, inTitle[place]!) < LEAST_MATCH;
  const others = terms.filter((term, place) => isThing(term) && !term.isVerb && lacks(place));
  const strays = others.filter(({ kind }) => kind === 'content').map(({ weight }) => weight);
  const heaviest = Math.max(1, ...terms.map(({ weight }) => weight));
  return {
    isOpen: !isNamed && others.length > 0,
    stray: Math.max(0, ...strays) / heaviest,
  };
}
