/** Each unit, with the words for it in French, English, German and Spanish, without accents. */
const WORDS: Record<string, string> = {
  second: 's sec secs second seconds seconde secondes sekunde sekunden segundo segundos',
  minute: 'min mins minute minutes minuten minuto minutos',
  hour: 'h hr hrs hour hours hourly heure heures stunde stunden std hora horas',
  day: 'd day days jour jours journee journees tag tage tagen tages dia dias tagig tagige tagigen tagiger tagiges j',
  workday:
    'workday workdays werktag werktage werktagen arbeitstag arbeitstage arbeitstagen geschaftstage geschaftstagen bankarbeitstage',
  night: 'night nights nuit nuits nuitee nuitees nacht nachte nachten noche noches',
  week: 'week weeks semaine semaines woche wochen semana semanas wochig wochige wochigen wochiger',
  month: 'month months mois monat monate monaten monats mes meses monatig monatige monatigen',
  quarter: 'quarter quarters trimestre trimestres quartal quartale quartals',
  year: 'year years an ans annee annees jahr jahre jahren jahres ano anos jahrig jahrige jahrigen',
  century:
    'decade decades decennie decennies jahrzehnt jahrzehnte decada decadas century siecle siecles',
  eur: '€ eur euro euros',
  usd: '$ us$ usd dollar dollars dolar dolares',
  gbp: '£ gbp pound pounds livre livres libra libras pfund',
  jpy: '¥ jpy yen yens',
  chf: 'chf franken franc francs franco francos fr sfr',
  cent: 'cent cents centime centimes centimo centimos ct cts pence penny rappen',
  percent: '% percent prozent pct',
  permille: '‰ permille promille',
  mg: 'mg milligram milligrams milligramme milligrammes milligramm',
  g: 'g gram grams gramme grammes gramm gramo gramos',
  kg: 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm kilogramo kilogramos',
  ton: 't ton tons tonne tonnes tonnen tonelada toneladas',
  lb: 'lb lbs',
  oz: 'oz ounce ounces once onces unze unzen onza onzas',
  mm: 'mm millimetre millimetres millimeter millimeters millimetro millimetros',
  cm: 'cm centimetre centimetres centimeter centimeters zentimeter centimetro centimetros',
  m: 'm metre metres meter meters metern metro metros',
  km: 'km kilometre kilometres kilometer kilometers kilometern kilometro kilometros',
  mile: 'mi mile miles meile meilen milla millas',
  inch: 'in inch inches zoll pouce pouces pulgada pulgadas',
  foot: 'ft foot feet',
  m2: 'm2 sqm qm',
  km2: 'km2',
  ha: 'ha hectare hectares hektar hectarea hectareas',
  m3: 'm3',
  ml: 'ml millilitre millilitres milliliter millilitro millilitros',
  cl: 'cl centilitre centilitres',
  l: 'l litre litres liter liters litern litro litros',
  celsius: '°c c celsius',
  fahrenheit: '°f f fahrenheit',
  degree: '° degree degrees degre degres grad grado grados',
  bit: 'bit bits',
  byte: 'byte bytes octet octets o',
  kb: 'kb ko kilobyte kilobytes kilooctets kib',
  mb: 'mb mo megabyte megabytes megaoctets mib',
  gb: 'gb go gigabyte gigabytes gigaoctets gib',
  tb: 'tb to terabyte terabytes teraoctets tib',
  'kbit/s': 'kbit kbps kbit/s',
  'mbit/s': 'mbit mbits mbps mbit/s megabit megabits',
  'gbit/s': 'gbit gbps gbit/s gigabit',
  'km/h': 'km/h kmh kph',
  watt: 'w watt watts',
  kilowatt: 'kw kilowatt kilowatts',
  kwh: 'kwh',
  volt: 'v volt volts voltios',
  hertz: 'hz hertz',
  pixel: 'px pixel pixels',
  time: 'time times fois mal vez veces x',
  piece: 'pc pcs piece pieces stuck stk pieza piezas',
};
/** Abbreviations that are units only directly behind the number (`5d`): after a blank they may be other words. */
const ONLY_ATTACHED = new Set(['d', 'j', 'in', 'c', 'f', 'v', 'mi', 'fr', 'x', 'once']);
const WORKING = /^(?:ouvres?|ouvrables?|working|business|habiles?|laborables?|work)$/u;

const UNITS = new Map<string, string>();
for (const [unit, words] of Object.entries(WORDS)) {
  for (const word of words.split(' ')) UNITS.set(word, unit);
}
const ISO_CODES = 'cad aud nzd cny inr brl mxn sek nok dkk pln czk huf tnd dzd xof xaf';
for (const code of ISO_CODES.split(' ')) UNITS.set(code, code);

const PERIODS = new Set([
  'second',
  'minute',
  'hour',
  'day',
  'workday',
  'night',
  'week',
  'month',
  'quarter',
  'year',
]);
const CURRENCIES = new Set(['eur', 'usd', 'gbp', 'jpy', 'chf', 'cent', ...ISO_CODES.split(' ')]);
const RATES: Record<string, string> = {};
for (const [period, words] of Object.entries({
  hour: 'hourly horaire stundlich',
  day: 'daily quotidien quotidienne quotidiens quotidiennes taglich diario diaria diarios diarias',
  week: 'weekly hebdomadaire hebdomadaires wochentlich wochentliche semanal semanales',
  month:
    'monthly mensuel mensuelle mensuels mensuelles mensuellement monatlich monatliche monatlichen mensual mensuales mensualmente',
  year: 'yearly annual annually annuel annuelle annuels annuelles annuellement jahrlich jahrliche jahrlichen anual anuales anualmente',
})) {
  for (const word of words.split(' ')) RATES[word] = period;
}

/** Bytes in French, and little words in other languages. */
const FRENCH_BYTES = new Set(['o', 'ko', 'mo', 'go', 'to']);

/** @param isAttached no blank is between the number and the word */
export function unitOf(word: string, isAttached: boolean, language = ''): string | undefined {
  if (!isAttached && ONLY_ATTACHED.has(word)) return undefined;
  if (!isAttached && language !== 'fr' && FRENCH_BYTES.has(word)) return undefined;
  const unit = UNITS.get(word);
  return unit ?? (/^\p{Sc}$/u.test(word) ? word : undefined);
}

export const isCurrency = (unit: string): boolean => CURRENCIES.has(unit) || /^\p{Sc}$/u.test(unit);
export const isPeriod = (unit: string): boolean => PERIODS.has(unit);
/** Whether the word limits days to working days. */
export const isWorking = (word: string): boolean => WORKING.test(word);
/** The period of `monthly` and its like. */
export const periodOf = (word: string): string | undefined => RATES[word];
