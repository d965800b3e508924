import { fold } from '../../language';

/** The kind of fact that a question expects in its answer. */
export type AnswerKind = 'amount' | 'period' | 'time' | 'number' | 'contact' | 'name';

const spaced = (text: string): string =>
  ` ${(fold(text.slice(0, 4_000)).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;

const ASKED: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'period',
    / (?:how (?:long|soon|quickly|fast|often|many (?:days|weeks|months|years|hours))|combien de (?:temps|jours|semaines|mois|heures)|quels? (?:est le )?delais?|wie ?viel zeit|wie (?:lange|schnell|oft|viele (?:tage|wochen|monate|stunden))|cuanto (?:tiempo|tarda|dura)|cuant[oa]s (?:dias|semanas|meses|horas)|quanto tempo|quanti giorni|quantos dias|(?:hoe lang|hoeveel dagen)|\p{L}{3,}(?:dauer|frist)|dauer|frist|plazo|duree|duracion|durata|deadline) /u,
  ],
  [
    'amount',
    / (?:how (?:much|expensive)|costs?|pric(?:e|es|ing)|fees?|charges?|rates?|combien(?! (?:d|de|des|du) )|couts?|coute|coutent|prix|tarifs?|(?:quels|combien de) frais|was kostet|was kosten|wie (?:teuer|viel|hoch)|wieviel|was (?:muss ich |muss man )?(?:be)?zahl(?:e|t|en)|kostet|kosten|preise?|gebue?hr(?:en)?|tarife?|\p{L}{3,}(?:kosten|preise?|gebue?hr(?:en)?|tarife?)|cuanto|precios?|cuestan?|valen?|tarifas?|coste|quanto costa|quanto custa|prezzo|preco|wat kost|hoeveel kost) /u,
  ],
  [
    'time',
    / (?:what time|when|opening hours|hours|open|quand|a quelle heure|horaires?|ouverts?|wann|uhrzeit|offnungszeiten|geoffnet|cuando|a que hora|horarios?|abiertos?|quando|a che ora|orari|wanneer|hoe laat) /,
  ],
  ['number', / (?:how many|combien de|wie viele|wieviele?|cuant[oa]s|quant[oaie]s?|hoeveel) /],
  [
    'contact',
    / (?:phone|telephone number|email|e mail|contact|reach|telephone|contacter|joindre|courriel|telefonnummer|telefon|erreichen|kontakt|telefono|correo|contactar|contatto|contacto) /,
  ],
  [
    'name',
    / (?:who (?:is|are|was|founded|owns|runs|leads)|the name of|comment s appelle(?:nt)?|qui est|le nom d[eu]|wie hei(?:ss|ß)(?:t|en)|wer ist|como se llaman?|quien es|quienes son|el nombre de|come si chiama|chi e|como se chama|quem e|hoe heet|wie is) /,
  ],
];

const NUMBER_WORDS =
  'one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|ein|eine|einen|einem|einer|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce';
const HAS: Readonly<Record<AnswerKind, RegExp>> = {
  amount:
    /[€$£%]|\d ?(?:eur|usd|gbp|chf|euros?|pounds?|dollars?|francs?|pence|cents?)\b|\b(?:free|gratuite?s?|offerte?s?|kostenlos|kostenfrei|gebührenfrei|gratis|umsonst|gratuit[oa]s?|no (?:extra )?charge)\b/i,
  period: new RegExp(
    `\\b(?:\\d+|${NUMBER_WORDS})\\b[^.]{0,20}\\b(?:days?|weeks?|months?|years?|hours?|minutes?|mins?|jours?|semaines?|mois|ans?|années?|heures?|tag|tage|tagen|wochen?|monate?n?|jahre?n?|stunden?|minuten?|werktage?n?|d[ií]as?|semanas?|mes|meses|a[ñn]os?|horas?|minutos?|giorni|settimane|mesi|ore|dagen|weken|maanden)\\b|h\\b|\\b(?:immediately|immédiatement|sofort|inmediatamente)\\b`,
    'i',
  ),
  time: /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b|\b(?:montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?)\b|\b(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)\b/i,
  number: new RegExp(`\\d|\\b(?:${NUMBER_WORDS})\\b`, 'i'),
  name: /(?<!^|[.:;!?\n"] ?)\p{Lu}\p{Ll}+ (?:d[aeio] |van |von |del? )?\p{Lu}\p{Ll}+|(?<!\p{L})(?:Mrs?|Ms|Mme|M|Dr|Frau|Herr|Sra?|Don|Doña)\.? \p{Lu}/u,
  contact: /@|\d[\d ().-]{6,}\d|https?:/,
};

/** Reads it from the question words; null: anything may answer. */
export function answerKindOf(question: string): AnswerKind | null {
  const words = spaced(question);
  return ASKED.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

export function isOfKind(kind: AnswerKind, text: string): boolean {
  return HAS[kind].test(text);
}
