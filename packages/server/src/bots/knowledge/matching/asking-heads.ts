import type { Language } from '../../languages/languages';
import { stemsOf } from '../../languages/stems';
import type { Term } from '../../languages/terms';

/** The last parts of compounds that ask, as "how much" and "how long" do, without accents. */
const HEADS: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /^(\p{L}{3,}?)(preise?|kosten|gebuhr(?:en)?|tarife?|betrag|dauer|daur|frist(?:en)?|(?:offnungs)?zeit(?:en)?)$/u,
  nl: /^(\p{L}{3,}?)(prijs|prijzen|kosten|tarief|duur|termijn|(?:openings)?tijd(?:en)?)$/u,
};
/** Letters that join the parts of a compound. */
const LINK = /(?:s|n|en|es|er|e)$/;
const LEAST_FIRST = 3;

/** `kettenwechsel` and `kosten` for `kettenwechselkosten`; null for a word that does not ask so. */
export function withoutAskingHead(language: Language | null, term: Term): [Term, Term] | null {
  if (language === null || term.kind !== 'content') return null;
  const [, first, head] = HEADS[language]?.exec(term.text) ?? [];
  if (first === undefined || head === undefined) return null;
  const bare = [first, first.replace(LINK, ''), first.replace(/s$/, '')];
  const forms = bare.filter((form) => form.length >= LEAST_FIRST);
  const termOf = (text: string, stems: readonly string[]): Term => ({
    text,
    written: text,
    stems: [...new Set(stems)],
    kind: 'content',
    isCapital: term.isCapital,
  });
  return [
    termOf(
      first,
      forms.flatMap((form) => [...stemsOf(language, form)]),
    ),
    termOf(head, stemsOf(language, head)),
  ];
}
