import { readCodes } from './codes';
import { READ, type Notes, type Reader } from './notes';
import { SCALES } from './number-words';
import { isCurrency, isPeriod, isWorking, periodOf, unitOf } from './units';
import { NUMBER, scaled, valueOf } from './values';

interface Quantity {
  value: string;
  /** Null: the noun after the number is no known unit. Undefined: the number has no noun. */
  unit: string | null | undefined;
  /** The units that the quantity is per: `month` in `20 euros a month`. */
  rates: readonly string[];
  /** The digits as they are written. */
  text: string;
}

const NUMBERS = new RegExp(String.raw`(?<![\p{L}\p{N}])${NUMBER}`, 'gu');
/** How far a number's sign and unit may be from it, in characters. */
const BEFORE = 24;
const AFTER = 80;

const SIGN =
  /(?:(?:^|[^\p{L}\p{N}.,;:!? ] ?|[ (¦])[-–]|(?:^|[^\p{L}])(?:minus|moins|menos|negati[vf][eo]?s?)[ -])(?:us\$|\p{Sc}|[a-z]{3} )? ?$/u;
const BELOW =
  /^[^.;!?¦\d]{0,20}\b(?:below (?:0|freezing)|sous 0|unter 0|unter dem gefrierpunkt|bajo 0)\b/u;
const NEGATIVE_AFTER = /^ ?(?:[^.;!?¦]{0,24} )?(?:negati[vf][a-z]{0,3}|minus|im minus)\b/u;
const CURRENCY_BEFORE = /(?:^|[^\d\p{L}] ?|[^\d\p{L} ])(us\$|\p{Sc}|[a-z]{3}) ?[-–]?$/u;
const RANGE = new RegExp(
  String.raw`^ ?(?:-|–|—|to|a|bis|ou|or|oder|o|u|and|et|und|y|e|&|/|jusqu'a) ?(?=[-–]?(${NUMBER}))`,
  'u',
);
const SCALE = new RegExp(
  String.raw`^ ?(?:(${Object.keys(SCALES).join('|')})\b\.?(?: (?:de|d'|of)(?= ))?|(k|bn|mn|mds?)(?![\p{L}\p{N}])|(k|m)(?= ?(?:\p{Sc}|eur\b|usd\b|chf\b)))`,
  'u',
);
const SHORT_SCALES: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  bn: 1e9,
  md: 1e9,
  mds: 1e9,
};
const NEXT = /^( ?-?)(us\$|\p{Sc}|%|‰|° ?[cf]?(?!\p{L})|\p{L}+\d?(?:\/(?:s|h)(?!\p{L}))?)/u;
/** Words at which the search for the number's noun ends. */
const END =
  /^(?:of|de|des|du|d|von|vom|der|den|dem|die|das|del|el|los|las|and|et|und|y|or|ou|oder|o|per|par|pro|por|in|en|im|for|pour|fur|para|to|a|au|aux|bis|until|on|at|the|le|la|les|is|are|est|sont|ist|sind|es|son|if|si|wenn|with|avec|mit|con|from|ab|desde|nach|after|apres|before|avant|vor|you|vous|sie|auf|an|als|que|than|et|within|we|nous|wir|it|by|beim|bei|zu|zum|zur|when|quand|cuando|sur|sans|ohne|without|sin|but|mais|aber|pero|als|only|seulement|nur|solo|each|both|as|so|not|ne|nicht|no|can|will|peut|kann|puede|may|must|shall|werden|wird|have|has|are|be|this|that)$/u;
const LINK = String.raw`\b(?:per|every|each|par|chaque|tous les|toutes les|pro|je|jede[nrsm]?|por|cada|todos los|todas las)(?: angefangene[rnms]?)? (\p{L}+)`;
const STRONG_RATE = new RegExp(String.raw`^[^.;:!?¦\d]{0,20}?${LINK}`, 'u');
const LINKED = new RegExp(String.raw`${LINK}|\b(?:al|a la|im|am) (\p{L}+)`, 'gu');
const RATE =
  /^ ?(?:\/ ?|(?:an?|the|le|la|al|el|im|die|das|den|der|in der|in the|a la|am) |(?:a )?l['’])(\p{L}+)/u;
/** Adjectives between a number and its currency: `20 Swiss francs`. */
const OF_COUNTRY =
  /^(?:us|american|australian|canadian|swiss|americains?|canadiens?|suisses?|schweizer|amerikanische|americanos|suizos)$/u;
const ADVERB = /^ ?(\p{L}+)/u;
const ONE = /\b(?:one|une?|eine?[mnrs]?|una|uno) (?=(\p{L}+))/gu;
const A_PERIOD = /\ban? (\p{L}+)/gu;
const WORDS = /us\$|\p{Sc}|\p{L}+/gu;
/** Money that is always money: `livre` is also a book, `cent` a hundred. */
const PLAIN_MONEY = /^(?:us\$|\p{Sc}|euros?|dollars?|dolar(?:es)?|yens?|franken|[a-z]{3})$/u;
const PARTS: readonly (readonly [string, RegExp])[] = [
  [
    'half',
    /\b(?:half|y medi[oa]s?|halves|demie?s?|moitie|halb(?:e[nrms]?)?|halfte|mitad|medi[oa](?= (?:dia|hora|ano|mes|kilo|litro|metro)))\b/u,
  ],
  ['double', /\b(?:doubl(?:e[ds]?|ing)|doppel(?:t(?:e[nrms]?)?)?|doble)\b/u],
  ['triple', /\b(?:tripl(?:e[ds]?|ing)|treble|dreifach(?:e[nrms]?)?)\b/u],
  ['quarter', /\b(?:quarts?|viertel|cuartos?|(?:a|3|one) quarters?)\b/u],
  ['third', /\b(?:tiers|drittel|tercios?|(?:a|1|2|one) thirds?)\b/u],
];

/** Codes and numbers, each with its sign, magnitude, unit and rate: all of it is one fact. */
export const readQuantities: Reader = (given, notes) => {
  const text = readCodes(given, notes).replaceAll(ONE, (found, word: string) =>
    isPeriod(unitOf(word, false) ?? '') ? '1 ' : found,
  );
  const quantities: Quantity[] = [];
  for (const match of text.matchAll(NUMBERS)) {
    const end = match.index + match[0].length;
    const before = text.slice(Math.max(0, match.index - BEFORE), match.index);
    quantities.push(quantityOf(match[0], before, text.slice(end, end + AFTER), notes.language));
  }
  for (const [, word = ''] of text.matchAll(A_PERIOD)) {
    const unit = unitOf(word, false) ?? '';
    if (isPeriod(unit)) notes.state(`1 ${unit}`, `period:${unit}`);
  }
  const adverbs = new Set<string>();
  const linked = new Set<string>();
  for (const [word] of text.matchAll(WORDS)) {
    const unit = unitOf(word, false);
    const period = periodOf(word);
    if (period !== undefined) {
      adverbs.add(period);
      notes.claim(`period:${period}`);
    }
    if (unit === undefined) continue;
    if (isCurrency(unit) && PLAIN_MONEY.test(word)) notes.claim(`currency:${unit}`);
  }
  for (const [, word = '', sameWord = ''] of text.matchAll(LINKED)) {
    const unit = unitOf(word || sameWord, false) ?? '';
    if (!isPeriod(unit)) continue;
    notes.claim(`period:${unit}`);
    linked.add(unit);
  }
  const [amount, ...others] = quantities.filter(({ unit }) => unit && isCurrency(unit));
  // The only amount of a sentence is for the period that the sentence names.
  if (amount && others.length === 0) amount.rates = [...new Set([...amount.rates, ...linked])];
  for (const [part, pattern] of PARTS) if (pattern.test(text)) notes.claim(`part:${part}`);
  for (const quantity of quantities) note(quantity, adverbs, notes);
  return text.replaceAll(NUMBERS, READ);
};

function note(
  { value, unit, rates, text }: Quantity,
  adverbs: ReadonlySet<string>,
  notes: Notes,
): void {
  notes.state(`number:${value}`);
  if (unit === undefined) {
    const [, hour = '', minute = ''] = /^(\d{1,2})\.(\d{2})$/u.exec(text) ?? [];
    notes.claim(`number:${value}`, ...(hour ? [`time:${Number(hour)}:${minute}`] : []));
    return notes.state(`${value} ?`);
  }
  if (unit === null) return notes.claim(`${value} ?`);
  const isHour = unit === 'hour' && Number(value) <= 24;
  const also = isHour ? [`time:${value}:00`] : unit === 'degree' ? [`${value} celsius`] : [];
  notes.claim(`${value} ${unit}`, ...also);
  notes.state(...also);
  for (const rate of rates) {
    notes.claim(`${value} ${unit} / ${rate}`);
    notes.state(`period:${rate}`);
  }
  if (rates.length === 0 && adverbs.size === 1) {
    notes.state(`${value} ${unit} / ${[...adverbs].join('')}`);
  }
  if (unit === 'celsius' || unit === 'fahrenheit') notes.state(`${value} degree`);
  if (isCurrency(unit)) notes.state(`currency:${unit}`);
}

function quantityOf(text: string, before: string, after: string, language: string): Quantity {
  const [, currency = ''] = CURRENCY_BEFORE.exec(before) ?? [];
  const unitBefore = unitOf(currency, false);
  const isMoney = unitBefore !== undefined && isCurrency(unitBefore);
  const [magnitude = '', word = '', short = '', shorter = ''] =
    SCALE.exec(after) ?? (isMoney ? (/^ ?()()(m)(?!\p{L})\.?/u.exec(after) ?? []) : []);
  const scale = SCALES[word] ?? SHORT_SCALES[short || shorter] ?? 1;
  const rest = after.slice(magnitude.length);
  const found = unitAfter(rest, magnitude !== '', language);
  const isBefore = isMoney && !(found.unit && isCurrency(found.unit));
  const [, attached = ''] = isBefore ? (/^(\p{L}+)/u.exec(rest) ?? []) : [];
  const unit = isBefore ? [unitBefore, attached].filter(Boolean).join(' ') : found.unit;
  const left = isBefore ? rest : found.left;
  const isNegative = SIGN.test(before) || BELOW.test(after) || NEGATIVE_AFTER.test(rest);
  const value = (isNegative ? '-' : '') + scaled(valueOf(text), scale);
  return { value, unit, rates: unit ? ratesAfter(left) : [], text };
}

function unitAfter(
  after: string,
  isScaled: boolean,
  language: string,
  depth = 0,
): { unit: Quantity['unit']; left: string } {
  const range = RANGE.exec(after);
  if (range && depth < 3) {
    const next = after.slice(range[0].length).replace(/^[-–]/u, '');
    const rest = next.slice((range[1] ?? '').length);
    return unitAfter(rest, false, language, depth + 1);
  }
  let left = after;
  let isWorkingDay = false;
  let isCounted = false;
  for (let place = 0; place < 3; place++) {
    const [found, gap = '', word = ''] = NEXT.exec(left) ?? [];
    if (found === undefined) break;
    const unit = unitOf(word.replace('° ', '°'), gap === '' && !isScaled, language);
    const isUnit = unit !== undefined && !(word === 'an' && place > 0);
    if (isUnit && isCurrency(unit) && isCounted) break; // `20 lakh rupees`
    if (!isUnit && END.test(word)) break;
    left = left.slice(found.length);
    if (isUnit) return afterUnit(unit, left, isWorkingDay);
    if (word.length > 1 && periodOf(word) === undefined) isCounted ||= !OF_COUNTRY.test(word);
    isWorkingDay ||= isWorking(word);
  }
  return { unit: isCounted ? null : undefined, left };
}

function afterUnit(
  unit: string,
  left: string,
  isWorkingDay: boolean,
): { unit: string; left: string } {
  const [found = '', , word = ''] = NEXT.exec(left) ?? [];
  if (unit === 'degree' && /^(?:celsius|c|fahrenheit|f)$/u.test(word)) {
    return {
      unit: word.startsWith('c') ? 'celsius' : 'fahrenheit',
      left: left.slice(found.length),
    };
  }
  if (unit !== 'day') return { unit, left };
  if (isWorking(word)) return { unit: 'workday', left: left.slice(found.length) };
  return { unit: isWorkingDay ? 'workday' : unit, left };
}

/** The units that follow `per` and its like: `user` and `month` in `20 euros per user per month`. */
function ratesAfter(text: string): string[] {
  const rates = new Set<string>();
  let left = text;
  for (let count = 0; count < 3; count++) {
    const rate = rateAt(left);
    if (!rate) break;
    rates.add(rate.name);
    left = left.slice(rate.length);
  }
  return [...rates];
}

function rateAt(left: string): { name: string; length: number } | null {
  const [adverb = '', word = ''] = ADVERB.exec(left) ?? [];
  const period = periodOf(word);
  if (period !== undefined) return { name: period, length: adverb.length };
  const [near = '', weak = ''] = RATE.exec(left) ?? [];
  const unit = unitOf(weak, false);
  if (unit !== undefined && !isCurrency(unit)) return { name: unit, length: near.length };
  if (left.startsWith('/') && weak !== '') return { name: weak, length: near.length };
  const [far = '', strong = ''] = STRONG_RATE.exec(left) ?? [];
  const name = unitOf(strong, false) ?? (END.test(strong) ? '' : strong);
  return name === '' ? null : { name, length: far.length };
}
