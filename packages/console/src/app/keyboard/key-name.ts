import type { BaseWords } from '../../words/words';

/** Names a key as it is printed on keyboards: letters as capitals, Enter in the reader's language. */
export const keyName = (key: string, { shell }: BaseWords): string =>
  key === 'Enter' ? shell.enterKey : key.toUpperCase();
