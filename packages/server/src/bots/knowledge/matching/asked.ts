import type { Language } from '../../languages/languages';
import { termsOf, type Term } from '../../languages/terms';
import { areVerbs, isAfterArticle, soughtWord } from '../../languages/word-classes';
import type { Steps } from '../../../platform/slices';
import type { AnswerKind } from './answer-kinds';
import { withoutAskingHead } from './asking-heads';
import { asksForKind, isLikeKindWord } from './kind-words';
import { createTermMatcher, type TermMatches } from './term-matches';
import type { Vocabulary } from './vocabulary';

/** A word of a question, and what stands for it in the passages of one language. */
export interface AskedTerm extends Pick<TermMatches, 'matches' | 'parts'> {
  /** `context`: it is said around the question. `told`: so is it, and the question names no subject of its own. */
  kind: Term['kind'] | 'context' | 'told';
  /** It asks for the kind of answer that is expected, which says as much: "cost" for an amount. */
  isKind: boolean;
  /** A verb, for which a passage may have another. */
  isVerb: boolean;
  /** The question asks for it: "people" in "how many people". */
  isSought: boolean;
  /** Rare words weigh more. */
  weight: number;
}

/** Whether a word of this kind names what is asked about. */
export const isMeant = (kind: AskedTerm['kind']): boolean => kind === 'content' || kind === 'told';

export interface AskedText {
  question: string;
  context: string;
  expects: AnswerKind | null;
  /** Whether the question may be in the language: only then are words with errors looked for. */
  isLikely: boolean;
}

/** Among fewer, a word that few have is rare all the same. */
const FEW_PASSAGES = 100;
/** No real question is longer, and the search takes time for each word. */
const MAX_ASKED_WORDS = 40;
/** A look for words that are like an unknown one reads many. */
const MAX_UNKNOWN = 6;
/** Keeps one rare word from outweighing the rest. */
const DAMPED = 0.75;
/** How much more a phrase means than a word. */
const PHRASE = 1.4;

/** The words that a question asks for, in one language. Without meaningful words: all that it has. */
export function* askedTerms(
  { question, context, expects, isLikely }: AskedText,
  language: Language | null,
  vocabulary: Vocabulary,
  passages: number,
): Steps<AskedTerm[]> {
  const matcher = createTermMatcher(language, vocabulary);
  const asked: AskedTerm[] = [];
  const seen = new Set<string>();
  let unknown = 0;
  for (const term of meantTerms(language, vocabulary, question, context, expects)) {
    const [stem = ''] = term.stems;
    if (seen.has(stem) || asked.length >= MAX_ASKED_WORDS) continue;
    seen.add(stem);
    let found = matcher.match(term, isLikely);
    let { kind } = term;
    const isUnknown = isMeant(kind) && found.matches.size === 0 && found.parts.length === 0;
    if (isUnknown && isLikely && (unknown += 1) <= MAX_UNKNOWN) {
      found = matcher.guess(term);
      const isGuessed = found.matches.size > 0 || found.parts.length > 0;
      const isLikeOther = matcher.isLikeStopWord(term.text) || isLikeKindWord(term.text);
      if (!isGuessed && !term.isNamed && isLikeOther) kind = 'everyday';
    }
    const { matches, parts, frequency } = found;
    const rarity = Math.log(Math.max(passages, FEW_PASSAGES) / Math.max(frequency, 1)) + 1;
    asked.push({
      kind,
      isKind: isKindWord(expects, language, term.stems),
      isVerb: term.isVerb,
      isSought: term.isSought,
      matches,
      parts,
      weight: rarity ** DAMPED * (term.text.includes('_') ? PHRASE : 1),
    });
    yield;
  }
  return asked;
}

const isKindWord = (
  expects: AnswerKind | null,
  language: Language | null,
  stems: readonly string[],
): boolean => expects !== null && language !== null && asksForKind(expects, language, stems);

/** The part of the words of a question that a language and the passages in it know. */
export function knownPart(
  question: string,
  language: Language | null,
  vocabulary: Vocabulary,
): number {
  const words = termsOf(language, question);
  const known = words.filter(
    ({ kind, stems }) =>
      kind === 'stop' || kind === 'everyday' || stems.some((stem) => vocabulary.find(stem)),
  );
  return known.length / Math.max(1, words.length);
}

type Meant = Omit<Term, 'kind'> &
  Pick<AskedTerm, 'kind' | 'isVerb' | 'isSought'> & {
    /** An article is before it. */
    isNamed: boolean;
  };

/** The words of the question, then those around it. A question without a subject has that of the words around it. */
function meantTerms(
  language: Language | null,
  vocabulary: Vocabulary,
  question: string,
  context: string,
  expects: AnswerKind | null,
): Meant[] {
  const asked = termsOf(language, question);
  const verbs = areVerbs(language, asked);
  const sought = soughtWord(asked);
  const all = asked.flatMap((term, place): Meant[] => {
    const isKnown = term.stems.some((stem) => vocabulary.find(stem));
    const parts = isKnown ? null : withoutAskingHead(language, term);
    const isNamed = isAfterArticle(language, asked, place);
    return parts === null
      ? [{ ...term, isVerb: verbs[place]!, isSought: place === sought, isNamed }]
      : parts.map((part) => ({ ...part, isVerb: false, isSought: false, isNamed }));
  });
  const meant = all.filter(({ kind }) => kind !== 'stop');
  // "What does it cost?" and "Can I cancel?" have none.
  const hasSubject = meant.some(
    ({ kind, stems, isVerb }) =>
      kind === 'content' && !isVerb && !isKindWord(expects, language, stems),
  );
  const hasContent = meant.some(({ kind }) => kind === 'content');
  // "What now?" asks nothing else: all that is told is what it asks about.
  const asksNothing = meant.length === 0 && expects === null;
  const toldKind = hasSubject ? 'context' : asksNothing ? 'content' : 'told';
  const told = termsOf(language, context)
    .filter(({ kind }) => kind === 'content' || (kind === 'everyday' && !hasContent))
    .map((term): Meant => {
      const kind = term.kind === 'content' ? toldKind : term.kind;
      return { ...term, kind, isVerb: false, isSought: false, isNamed: false };
    });
  const named = [...meant, ...told];
  if (named.length === 0) return all;
  if (hasContent || told.length > 0) return named;
  return named.map((term) => ({ ...term, kind: term.kind === 'everyday' ? 'content' : term.kind }));
}
