import { isMeant } from './asked';
import type { Unit } from './passage-units';
import type { Asked, Reading } from './reading';

/** A short passage is quoted whole. */
const WHOLE_CHARS = 450;
const MAX_CHARS = 600;
/** Sentences that limit the one before: a quote never ends in front of one. */
const LIMITS =
  /^\W*(?:but|except|however|not|unless|only|otherwise|mais|sauf|toutefois|cependant|excepté|hors|sinon|seulement|uniquement|pas|aber|außer|ausgenommen|jedoch|allerdings|nicht|nur|sonst|davon|pero|excepto|salvo|sin embargo|no|solo|sólo|ma|però|tranne|eccetto|tuttavia|non|mas|exceto|porém|contudo|não|maar|behalve|echter|niet|tenzij|لكن|إلا|باستثناء|ليس)(?![\p{L}\p{N}])/iu;
/** Words that limit the sentence before, wherever they stand. */
const EXCLUDES =
  /(?<![\p{L}\p{N}])(?:ne (?:vaut|valent|s['’]applique(?:nt)?|concerne(?:nt)?) (?:pas|ni)|n['’](?:est|a|ont) pas val(?:able|oir)|exclue?s?|(?:do(?:es)?|is|are) not (?:apply|valid|included|cover(?:ed)?)|(?:doesn|don|isn|aren)['’]t (?:apply|valid|included|cover(?:ed)?)|excluded|no (?:vale|valen|se aplican?|incluyen?)|excluid[oa]s?|gilt nicht|gelten nicht|ausgeschlossen|ausgenommen|non (?:vale|valgono|si applicano?)|esclus[oaie]|não (?:vale|se aplicam?)|excluíd[oa]s?|geldt niet|gelden niet|uitgesloten|uitgezonderd)(?![\p{L}\p{N}])/iu;
/** Sentences that continue the one before: a quote never begins with one. */
const CONTINUES =
  /^\W*(?:it|they|this|that|these|those|then|il|elle|ils|elles|cela|ceci|ce|cette|ces|celui|celle|puis|ensuite|es|er|sie|dies|diese|dieser|dieses|das|dann|danach|dazu|dafür|hierfür|esto|este|esta|estos|estas|ello|ellos|entonces|luego|esso|essa|questo|questa|isto|isso|dit|deze|daarna)(?![\p{L}\p{N}])/iu;

/** The sentences, entries or rows of a passage that answer, at most about 600 characters. */
export function quoteOf(text: string, asked: Asked, reading: Reading): string {
  const { units } = reading;
  if (text.length <= WHOLE_CHARS || units.length <= 1) return text;
  const chosen = new Set<number>();
  const excludes = unitsLike(EXCLUDES, text, units, 160);
  const limits = unitsLike(LIMITS, text, units).map(
    (isLimit, unit) => isLimit || (excludes[unit]! && units[unit]!.kind === 'sentence'),
  );
  const continues = unitsLike(CONTINUES, text, units);
  const length = (): number =>
    [...chosen].reduce((sum, unit) => sum + units[unit]!.end - units[unit]!.start + 1, 0);
  /** A unit with what it needs to be understood. */
  const choose = (unit: number): void => {
    chosen.add(unit);
    for (let at = units[unit]!.parent; at !== null; at = units[at]!.parent) chosen.add(at);
    for (let at = unit; at > 0 && (limits[at] || (continues[at] && !units[at]!.isFirst)); at--)
      chosen.add(at - 1);
    for (let at = unit + 1; limits[at]; at++) chosen.add(at);
  };
  const answering = answeringUnits(asked, reading);
  for (const unit of answering) if (length() < MAX_CHARS) choose(unit);
  const isCertain = answering.length === 1 && answering[0] !== undefined;
  const most = isCertain ? WHOLE_CHARS : MAX_CHARS;
  for (const unit of around(answering, units)) {
    const { start, end } = units[unit]!;
    if (length() + end - start <= most) choose(unit);
  }
  return joined(text, units, chosen);
}

const unitsLike = (pattern: RegExp, text: string, units: readonly Unit[], most = 40): boolean[] =>
  units.map(({ start, end }) => pattern.test(text.slice(start, Math.min(end, start + most))));

/** How much an amount, a period … counts where one is expected, next to the weights of words. */
const EXPECTED = 1.2;

/** How much more a row counts if another of its table answers, too: of two that say it, the row. */
const SIBLING = 0.3;

const isSibling = (units: readonly Unit[], a: number, b: number): boolean =>
  a !== b &&
  units[a]!.kind === 'item' &&
  units[b]!.kind === 'item' &&
  units[a]!.parent === units[b]!.parent;

/** The units that together have most of what the passage has of the question, the best first. */
function answeringUnits({ terms }: Asked, { units, inUnits, isExpected }: Reading): number[] {
  const found = terms.map(() => 0);
  let isFound = false;
  const chosen: number[] = [];
  for (;;) {
    let best = -1;
    let most = LEAST_GAIN;
    for (const unit of units.keys()) {
      const more = terms.reduce(
        (sum, { weight, kind }, term) =>
          sum +
          (isMeant(kind) ? 1 : 0.4) * weight * Math.max(0, inUnits[unit]![term]! - found[term]!),
        (isExpected[unit] && !isFound ? EXPECTED : 0) +
          (chosen.some((other) => isSibling(units, unit, other)) ? SIBLING : 0),
      );
      if (more > most + 1e-9) {
        best = unit;
        most = more;
      }
    }
    if (best === -1) return chosen;
    chosen.push(best);
    isFound ||= isExpected[best]!;
    for (const [term, match] of inUnits[best]!.entries())
      found[term] = Math.max(found[term]!, match);
  }
}

/** The least weight that a unit must add to be quoted, too. */
const LEAST_GAIN = 0.4;

/** The other units: those of the answer's list, then those of its paragraph, then the rest. */
function around(answering: readonly number[], units: readonly Unit[]): number[] {
  const [answer = 0] = answering;
  const { parent, kind } = units[answer]!;
  if (kind === 'item') {
    return [...units.keys()].filter(
      (unit) => units[unit]!.parent === parent && units[unit]!.kind === kind,
    );
  }
  const others = [...units.keys()].filter((unit) => unit !== answer);
  return others.toSorted((a, b) => Math.abs(a - answer) - Math.abs(b - answer) || a - b);
}

/** The chosen units in their order, as they stand in the text. */
function joined(text: string, units: readonly Unit[], chosen: ReadonlySet<number>): string {
  const pieces: string[] = [];
  let last = -2;
  for (const unit of [...chosen].toSorted((a, b) => a - b)) {
    const { start, end } = units[unit]!;
    if (unit === last + 1) pieces.push(text.slice(units[last]!.end, end));
    else {
      const piece = text.slice(start, end).trimEnd();
      const isItem = units[unit]!.kind === 'item';
      // A list may be shown in part; a text must show where it is.
      const gap = isItem && units[last]?.kind === 'item' ? '\n' : '\n[…]\n';
      pieces.push(`${pieces.length > 0 ? gap : ''}${isItem ? piece : piece.trimStart()}`);
    }
    last = unit;
  }
  return pieces.join('').trim();
}
