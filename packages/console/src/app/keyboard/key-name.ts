import type { BaseWords } from '../../words/words';

/** A key as keyboards have it written: a letter is a capital, Enter has a name in each language. */
export const keyName = (key: string, { shell }: BaseWords): string =>
  key === 'Enter' ? shell.enterKey : key.toUpperCase();
