import type { Language } from '../types';

export const MONTHS: Record<Language, readonly string[]> = {
  fr: months(
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  ),
  en: months(
    'January February March April May June July August September October November December',
  ),
  de: months('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  es: months(
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  ),
};

function months(names: string): readonly string[] {
  return names.split(' ');
}
