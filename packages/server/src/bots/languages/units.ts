/** One word for each unit, however it is written. */
const UNITS = `
eur € euro euros
usd $ dollar dollars
gbp £ pound pounds livre_sterling
chf franken francs
percent % prozent pourcent porciento percento procent pct
m2 m² qm sqm
kg kilo kilos kilogramm kilogramme kilogrammes kilogram kilograms kilogramo kilogramos
g gram grams gramm gramme grammes gramo gramos
km kilometer kilometre kilometres kilometers kilomètre kilomètres kilómetro kilómetros
cm zentimeter centimètre centimètres centimetre centimeter centímetros
gb gigabyte gigabytes gigaoctet go
mb megabyte megabytes megaoctet mo
min minute minutes minuten minuto minutos
h hour hours heure heures stunde stunden hora horas hr hrs std
day days jour jours tag tage tagen día días giorno giorni dia dias dag dagen يوم أيام
`;

const unitOf = new Map(
  UNITS.split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [unit = '', ...written] = line.split(' ');
      return [unit, ...written].map((word) => [word, unit] as const);
    }),
);

/** `eur` for `€`, `Euro` and `EUR`; null for what is no unit. @param word in lower case */
export function unitIn(word: string): string | null {
  return unitOf.get(word) ?? null;
}

/** Longer ones have more digits than a number of JavaScript keeps. */
const MAX_EXACT_CHARS = 15;

/** `1000` for `1.000`, `9.9` for `9,90`. */
export function plainNumber(number: string): string {
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(number)) return number.replaceAll(/[.,]/g, '');
  const plain = number.replaceAll(',', '.');
  const isShort = plain.length <= MAX_EXACT_CHARS && /^\d+\.\d+$/.test(plain);
  return isShort ? String(Number(plain)) : plain;
}
