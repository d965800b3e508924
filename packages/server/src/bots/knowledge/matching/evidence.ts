import { isMeant, type AskedTerm } from './asked';
import { choiceOf, type Choice } from './choices';
import type { Asked, Reading } from './reading';

/** The signs that a passage answers a question. Each is 0 to 1. */
export interface Evidence {
  /** How well it fits, to compare it with other passages. */
  fit: number;
  /** The question is a heading, word for word. */
  isHeading: boolean;
  /** How much of the question the passage has, with its headings and title. */
  covered: number;
  /** The same, for some sentences in a row with the headings. */
  together: number;
  /** How much the words that it has mean, with rare ones meaning most. */
  matched: number;
  /** How exactly they match: a synonym less than the word itself. */
  exact: number;
  /** The weight of the heaviest word that is missing, as a part of the heaviest. */
  missing: number;
  /** Whether it has the kind of answer that is expected: an amount, a period … Half: any will do. */
  expected: number;
  /** Whether it has what the question names: "how many people". */
  sought: number;
  choice: Choice;
}

/** How much a word counts when it is there. */
const GAIN = { content: 1, number: 0.7, everyday: 0.5, context: 0.3, told: 1, stop: 1 } as const;
/** How much it counts when it is missing: those that tell the story around a question may be. */
const LOSS = { content: 1, number: 0.25, everyday: 0.2, context: 0.1, told: 0.3, stop: 1 } as const;
/** However long a story is, its words count no more than so many. */
const FEW_AROUND = 3;
/** A passage may have another verb for the same. */
const VERB_LOSS = 0.4;
/** A word that only another passage of the document has. */
const IN_DOCUMENT = 0.5;
/** Sentences in a row that answer together. */
const TOGETHER = 3;
/** So much weight of matching words is half of certainty. */
const HALF_MATCHED = 4;

/** @param inDocument by term: 1 if another passage of the document has it */
export function evidenceOf(
  asked: Asked,
  reading: Reading,
  inDocument: readonly number[],
): Evidence {
  const { terms } = asked;
  const { inText, inHeadings, inTitle, inUnits, named, isAsked, isExpected } = reading;
  const around = terms.filter(isAround).length;
  const lossOf = (term: AskedTerm): number =>
    ownLossOf(term) * (isAround(term) ? Math.min(1, FEW_AROUND / around) : 1);
  const weigh = (valueOf: (term: AskedTerm, place: number) => number): number =>
    terms.reduce((sum, term, place) => sum + term.weight * valueOf(term, place), 0);

  const total = weigh(({ kind }) => GAIN[kind]) || 1;
  /** The part of the question that some matches have, and its share of what counts. */
  const partOf = (matches: readonly number[]): { part: number; share: number } => {
    let has = 0;
    let lost = 0;
    for (const [place, term] of terms.entries()) {
      has += GAIN[term.kind] * term.weight * matches[place]!;
      lost += lossOf(term) * term.weight * (1 - matches[place]!);
    }
    return { part: has / total, share: has + lost === 0 ? 0 : has / (has + lost) };
  };
  const inNames = best(inHeadings, inTitle);
  const anywhere = best(
    best(inText, inNames),
    inDocument.map((is) => IN_DOCUMENT * is),
  );
  const near = best(inText, inHeadings);

  const whole = partOf(anywhere);
  const together = partOf(inNames);
  for (const first of inUnits.keys()) {
    const inRows = partOf(inUnits.slice(first, first + TOGETHER).reduce(best, inNames));
    together.part = Math.max(together.part, inRows.part);
    together.share = Math.max(together.share, inRows.share);
  }
  const heaviest = Math.max(
    1,
    ...terms.map((term) => (isAround(term) ? LOSS.told : lossOf(term)) * term.weight),
  );
  const lost = terms.map((term, place) => lossOf(term) * term.weight * (1 - anywhere[place]!));
  const missing = Math.max(0, ...lost) / heaviest;
  const meaning = terms.reduce(
    (sum, { kind, weight }, term) => sum + (isMeant(kind) ? weight * weight * near[term]! : 0),
    0,
  );
  const matched = 1 - 1 / (1 + meaning / HALF_MATCHED);
  const soughtAt = terms.findIndex(({ isSought }) => isSought);
  const sought = soughtAt === -1 ? 1 : near[soughtAt]!;
  const expected = expectedOf(asked, isExpected);
  const met = terms
    .map(({ kind }, term) => (isMeant(kind) ? anywhere[term]! : 0))
    .filter((match) => match > IN_DOCUMENT);
  return {
    isHeading:
      isAsked ||
      (named === 1 &&
        terms.every(({ kind }, term) => kind === 'context' || inHeadings[term] === 1)),
    covered: whole.share,
    together: together.share,
    matched,
    exact: met.reduce((sum, match) => sum + match, 0) / Math.max(1, met.length),
    missing,
    sought,
    expected,
    choice: choiceOf(asked, reading),
    fit:
      (2 * whole.part +
        2.6 * together.part +
        3 * partOf(inText).part +
        1.2 * partOf(inHeadings).part +
        1.7 * named +
        0.9 * matched +
        0.3 * expected +
        0.2 * sought -
        1.3 * missing) /
      BEST_FIT,
  };
}

/** Said around the question. */
const isAround = ({ kind }: AskedTerm): boolean => kind === 'context' || kind === 'told';

/** Takes the better of two matches for each term. */
const best = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((match, term) => Math.max(match, b[term]!));

/** The sum of the weights that make a fit. */
const BEST_FIT = 10;

function ownLossOf({ kind, isVerb, isSought, isKind }: AskedTerm): number {
  if (isSought) return 1;
  if (isKind) return LOSS.everyday;
  return kind === 'content' && isVerb ? VERB_LOSS : LOSS[kind];
}

function expectedOf({ expects }: Asked, isExpected: readonly boolean[]): number {
  if (expects === null) return 0.5;
  return isExpected.includes(true) ? 1 : 0;
}
