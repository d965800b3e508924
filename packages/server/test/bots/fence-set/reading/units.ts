/** Patterns of the units that the documents use. A longer unit comes before one that it begins with. */
export const UNITS = {
  euro: '€|EUR|euros?',
  dollar: 'US\\$|\\$|USD|(?:US )?dollars?',
  pound: '£|GBP|pounds?',
  franc: 'CHF',
  percent: '%|per ?cent|pour cent|Prozent|por ciento',
  workday: 'jours ouvrés|working days|Werktagen?|Werktage|días laborables',
  minute: 'minutes?|Minuten?|minutos?',
  hour: 'heures?|hours?|Stunden?|horas?|h',
  day: 'jours?|days?|Tagen?|Tage|días?',
  week: 'semaines?|weeks?|Wochen?|semanas?',
  month: 'mois|months?|Monaten?|Monate?|mes(?:es)?',
  year: 'années?|ans?|years?|Jahren?|Jahre?|años?',
  kilogram: 'kg|kilogram(?:me)?s?|Kilogramm|kilos?',
  gram: 'grammes?|grams?|Gramm|gramos?|g',
  litre: 'litres?|Liter|litros?|l',
  gigabyte: 'GB|Go',
  megabit: 'Mbit/s',
  kilometre: 'km',
  squareMetre: 'm²|m2',
  centimetre: 'cm',
  metre: 'metres?|Meter|m',
  wattHour: 'Wh',
  watt: 'watts?|W',
  kilocalorie: 'kcal',
  degree: '°C|Grad',
  thing:
    'utilisateurs|users|Nutzer|usuarios|requêtes|requests|Anfragen|peticiones|places|spaces|Plätze|plazas|photos|fotos|people|Personen|unidades|Raten|cuotas|bacs|bolsas|Packungen|cuerdas|cakes|fois',
} as const;

export type Unit = keyof typeof UNITS;
