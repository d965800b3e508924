import type { Language } from './languages';
import type { Term } from './terms';

/** Endings of verbs. */
const VERB: Readonly<Partial<Record<Language, RegExp>>> = {
  fr: /(?:[^e]er|ir|ez|ons|aient|ait|rai|ras|ra|é|ée|és|ées|ant)$/,
  en: /(?:ing|ed)$/,
  de: /(?:ern|eln|en|st|iert)$/,
  es: /(?:ar|er|ir|ando|iendo|ado|ada|ido|ida|amos|emos|imos|[aá]is|[eé]is|aron|ieron|[aei]r(?:me|te|se|lo|la|le|nos|los|las|les))$/,
  it: /(?:are|ere|ire|ato|ata|ito|ita|ando|endo|iamo|ete|ate)$/,
  pt: /(?:ar|er|ir|ando|endo|indo|ado|ada|ido|ida|amos|emos|imos)$/,
  nl: /(?:en|eert)$/,
};
/** Words in front of a verb. */
const BEFORE_VERB: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  en: new Set(
    'i you we they he she it to can could will would do does did dont don t must should may might cannot not ll please'.split(
      ' ',
    ),
  ),
  fr: new Set('je j tu on nous vous ils elles il elle ne me m se s peux peut pouvez'.split(' ')),
  de: new Set(['zu']),
};
/** Articles: a word behind one is the name of a thing. */
const ARTICLES: Readonly<Partial<Record<Language, ReadonlySet<string>>>> = {
  en: new Set('a an the my your our'.split(' ')),
  fr: new Set('un une le la l les des du au aux mon ma mes votre vos'.split(' ')),
  es: new Set('un una el la los las del al mi mis su sus'.split(' ')),
  it: new Set('un una il lo la i gli le del della'.split(' ')),
  pt: new Set('um uma o a os as do da'.split(' ')),
  nl: new Set('een de het mijn'.split(' ')),
};
/** Whether an article stands before the word: then it is the name of a thing. */
export function isAfterArticle(
  language: Language | null,
  terms: readonly Term[],
  place: number,
): boolean {
  const before = terms[place - 1]?.text;
  return language !== null && before !== undefined && (ARTICLES[language]?.has(before) ?? false);
}

/** Whether a German question has capital letters within it: then they show which words are nouns. */
const isNounByCapital = (language: Language, terms: readonly Term[]): boolean =>
  language === 'de' && terms.some(({ isCapital }, place) => isCapital && place > 0);

/** Decides for each word of a question whether it is rather a verb, which a passage may replace, than a thing's name. */
export function areVerbs(language: Language | null, terms: readonly Term[]): boolean[] {
  if (language === null) return terms.map(() => false);
  const byCapital = isNounByCapital(language, terms);
  const isShouted = terms.every(({ isCapital, kind }) => isCapital || kind === 'number');
  return terms.map(({ written, isCapital, kind }, place) => {
    if (kind !== 'content') return false;
    if (byCapital && place > 0) return !isCapital;
    const before = terms[place - 1]?.text ?? '';
    // Only names are written with a capital letter there.
    if (language !== 'de' && isCapital && place > 0 && !isShouted) return false;
    if (isAfterArticle(language, terms, place)) return false;
    return (
      (VERB[language]?.test(written) ?? false) || (BEFORE_VERB[language]?.has(before) ?? false)
    );
  });
}

/** Words that are followed by what is counted, chosen or looked for: "how many people", "do you have a lift". */
const ASKS_FOR =
  / (?:how many|which|what|combien d|combien de|quels?|quelles?|wie viele|wieviele|welche[rsnm]?|was fur (?:ein|eine|einen)?|que|cual|cuales|cuantos|cuantas|hay|is there|are there|is there (?:a|an|any)|are there any|do you have(?: a| an| any)?|have you got(?: a| an| any)?|y a t il|il y a|avez vous|gibt es|habt ihr|haben sie|tiene|tienen|teneis|teneis|avete|c e|ci sono|tem|tens|ha|zijn er|is er|hebben jullie)(?: un| une| des| du| de| la| le| l| d| ein| eine| einen| una| unos| unas| uma| um| een)? $/;

/** "What time" asks for a kind of answer, not for a thing. */
const NO_THING = new Set(
  'time hour hours heure heures uhr uhrzeit hora horas ora ore tijd fois h day days jour jours tag tage tagen dia dias things thing choses chose sachen sache dinge cosas cosa case cases cas fall fallen caso casos place places endroit endroits lieu lieux ort orte orten sitio sitios lugar lugares'.split(
    ' ',
  ),
);

/** The place of the word that a question asks for; -1 without one. */
export function soughtWord(terms: readonly Term[]): number {
  let before = ' ';
  for (const [place, { text, kind }] of terms.entries()) {
    const isThing = (kind === 'content' || kind === 'everyday') && !NO_THING.has(text);
    if (isThing && ASKS_FOR.test(before.slice(-60))) return place;
    before += `${text} `;
    if (before.length > 2_000) return -1;
  }
  return -1;
}
