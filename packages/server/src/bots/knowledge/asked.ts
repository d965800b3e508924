import type { Language } from '../languages/languages';
import { isLikeStopWord } from '../languages/stop-words';
import { plainWord, stemsOf } from '../languages/stems';
import { synonymsOf } from '../languages/synonyms';
import { termsOf, type Term } from '../languages/terms';
import { areVerbs, soughtWord } from '../languages/word-classes';
import type { AnswerKind } from './answer-kinds';
import type { Vocabulary } from './vocabulary';

/** A word of a question, and what stands for it in the passages of one language. */
export interface AskedTerm {
  text: string;
  /** `context`: it is said around the question. */
  kind: Term['kind'] | 'context';
  /** It asks for the kind of answer that is expected, which says as much: "cost" for an amount. */
  isKind: boolean;
  /** How well each stem stands for it, 0 to 1. */
  matches: ReadonlyMap<string, number>;
  /** The parts of a compound: both together stand for it. */
  parts: readonly ReadonlySet<string>[];
  /** Rare words weigh more. */
  weight: number;
  /** Some passage has it, or a synonym. */
  isKnown: boolean;
  /** A verb, for which a passage may have another. */
  isVerb: boolean;
  /** What the question asks for: "how many people". */
  isSought: boolean;
}

/** Among fewer, a word that few have is rare all the same. */
const FEW_PASSAGES = 100;

/** No real question is longer, and the search takes time for each word. */
const MAX_ASKED_WORDS = 40;
/** A look for words that are like an unknown one reads many. */
const MAX_UNKNOWN = 6;

const AS_SYNONYM = 0.85;
const AS_TYPO = 0.9;
const AS_RELATED = 0.85;
const AS_COMPOUND = 0.8;

const COMPOUNDING: ReadonlySet<Language | null> = new Set(['de', 'nl'] as const);
const LEAST_PART = 3;
/** Letters that join the parts of a compound. */
const LINKS = ['', 's', 'n', 'en', 'es', 'er', 'e'];

/** What a question asks for, in the words of one language. Without meaningful words: all that it has. */
export function askedTerms(
  { question, context, expects, isLikely }: AskedText,
  language: Language | null,
  vocabulary: Vocabulary,
  passages: number,
): AskedTerm[] {
  const all = meantTerms(language, question, context);
  const seen = new Set<string>();
  let unknown = 0;
  return all
    .filter(({ stems: [stem = ''] }) => !seen.has(stem) && seen.add(stem))
    .slice(0, MAX_ASKED_WORDS)
    .map((term) => {
      const matches = new Map<string, number>();
      const stand = (stems: Iterable<string>, quality: number): void => {
        for (const stem of stems)
          if (!matches.has(stem) && vocabulary.find(stem)) matches.set(stem, quality);
      };
      stand(term.stems, 1);
      const isExact = matches.size > 0;
      if (language) stand(synonymsOf(language, term.stems), AS_SYNONYM);
      let parts: ReadonlySet<string>[] = [];
      if (term.kind !== 'number' && isLikely && language !== null && COMPOUNDING.has(language)) {
        parts = partsOf(term.text, language, vocabulary);
        if (term.text.length > LEAST_PART && term.kind === 'content')
          stand(vocabulary.compoundsWith(term.text), AS_COMPOUND);
      }
      let kind = term.kind;
      const isUnknown = kind === 'content' && matches.size === 0 && parts.length === 0;
      if (isLikely && isUnknown && unknown < MAX_UNKNOWN) {
        unknown += 1;
        if (language) stand(withoutParticiple(language, term.written), AS_RELATED);
        stand(
          term.stems.flatMap((stem) => [...vocabulary.relatedTo(stem)]),
          AS_RELATED,
        );
        const similar = vocabulary.similarTo(term.text);
        stand(similar, AS_TYPO);
        if (language) stand(synonymsOf(language, [...similar]), AS_TYPO * AS_SYNONYM);
        if (language && matches.size === 0 && isLikeStopWord(language, term.text))
          kind = 'everyday';
      }
      const isKnown = matches.size > 0 || parts.length > 0;
      const frequency = isExact
        ? Math.max(...term.stems.map((stem) => vocabulary.find(stem)?.numbers.length ?? 0))
        : Math.max(0, ...[...matches.keys()].map((stem) => vocabulary.find(stem)!.numbers.length));
      const weight =
        (Math.log(Math.max(passages, FEW_PASSAGES) / Math.max(frequency, 1)) + 1) ** 0.75;
      const isKind =
        expects !== null && language !== null && asksForKind(expects, language, term.stems);
      return {
        text: term.text,
        kind,
        isKind,
        matches,
        parts,
        weight,
        isKnown,
        isVerb: term.isVerb,
        isSought: term.isSought,
      };
    });
}

export interface AskedText {
  question: string;
  context: string;
  expects: AnswerKind | null;
  /** Whether the question may be in the language: only then are words with errors looked for. */
  isLikely: boolean;
}

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

type Meant = Omit<Term, 'kind'> & Pick<AskedTerm, 'kind' | 'isVerb' | 'isSought'>;

/** The words of the question, then those around it. A question without a subject has that of the words around it. */
function meantTerms(language: Language | null, question: string, context: string): Meant[] {
  const asked = termsOf(language, question);
  const verbs = areVerbs(language, asked);
  const sought = soughtWord(asked);
  const all = asked.map((term, place): Meant => ({
    ...term,
    isVerb: verbs[place]!,
    isSought: place === sought,
  }));
  const meant = all.filter(({ kind }) => kind !== 'stop');
  const hasSubject = meant.some(({ kind }) => kind === 'content');
  const told = termsOf(language, context)
    .filter(({ kind }) => kind === 'content')
    .map((term): Meant => {
      const kind = hasSubject ? 'context' : 'content';
      return { ...term, kind, isVerb: false, isSought: false };
    });
  const named = [...meant, ...told];
  if (named.length === 0) return all;
  if (hasSubject || told.length > 0) return named;
  return named.map((term) => ({ ...term, kind: term.kind === 'everyday' ? 'content' : term.kind }));
}

/** Words that ask for a kind of answer, of any language. */
const KIND_WORDS: Readonly<Partial<Record<AnswerKind, string>>> = {
  amount:
    'cost price pay charge fee coût coûter coûte coûtent prix payer paient tarif montant kosten kostet preis zahlen bezahlen gebühr costar cuesta cuestan vale coste precio pagar importe costo costa prezzo pagare custo custa preço kosten kost prijs betalen سعر',
  period:
    'time délai durée temps dauer dauern dauert frist plazo duración tarda tardar duration take deadline',
  time: 'time hours open close opening heure horaires ouvert ouvrir fermer ouverture uhr uhrzeit öffnungszeiten geöffnet öffnen schließen offen hora horario abre abren abrir cerrar cierra cierran orari aperto horário aberto openingstijden',
};

const kindStems = new Map<string, ReadonlySet<string>>();

function asksForKind(kind: AnswerKind, language: Language, stems: readonly string[]): boolean {
  const key = `${kind} ${language}`;
  const words = (KIND_WORDS[kind] ?? '').split(' ').filter(Boolean);
  const own = kindStems.get(key) ?? new Set(words.flatMap((word) => stemsOf(language, word)));
  kindStems.set(key, own);
  return stems.some((stem) => own.has(stem));
}

const PARTICIPLE = /^(|ab|an|auf|aus|ein|mit|nach|um|vor|weg|weiter|zu|zurück)ge(\p{L}{3,})$/u;

/** The stems of `kündigen` for `gekündigt`. */
function withoutParticiple(language: Language, word: string): readonly string[] {
  const [, prefix = '', rest] = (language === 'de' && PARTICIPLE.exec(word)) || [];
  if (rest === undefined) return [];
  const stems = stemsOf(language, prefix + rest);
  return [...stems, ...synonymsOf(language, stems)];
}

/** The parts of a compound whose parts the passages know: `Versand` and `Kosten`. */
function partsOf(word: string, language: Language, vocabulary: Vocabulary): ReadonlySet<string>[] {
  const knownIn = (part: string): ReadonlySet<string> => {
    const stems = stemsOf(language, part);
    const all = [...stems, ...synonymsOf(language, stems)];
    return new Set(all.filter((stem) => vocabulary.find(stem)));
  };
  let best: ReadonlySet<string>[] = [];
  for (let cut = LEAST_PART; cut <= word.length - LEAST_PART && word.length < 40; cut++) {
    const second = knownIn(plainWord(language, word.slice(cut)));
    if (second.size === 0) continue;
    const before = word.slice(0, cut);
    const link = LINKS.find(
      (one) =>
        before.endsWith(one) &&
        before.length - one.length >= LEAST_PART &&
        knownIn(before.slice(0, before.length - one.length)).size > 0,
    );
    if (link === undefined) continue;
    best = [knownIn(before.slice(0, before.length - link.length)), second];
    if (cut > word.length / 2) break;
  }
  return best;
}
