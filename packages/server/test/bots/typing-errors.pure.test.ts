import { expect, it } from 'vitest';
import { isMisspelt } from '../../src/bots/languages/typing-errors';

it.each([
  ['pasport', 'passeport'],
  ['garentie', 'garantie'],
  ['baterie', 'batterie'],
  ['delivrey', 'delivery'],
  ['recieve', 'receive'],
  ['rechnug', 'rechnung'],
  ['kann', 'kan'],
  ['messa', 'mesa'],
])('takes %s for %s', (word, meant) => expect(isMisspelt(word, meant)).toBe(true));

it.each([
  ['selle', 'salle'],
  ['york', 'work'],
  ['standing', 'scanning'],
  ['paintings', 'printing'],
  ['hund', 'bund'],
  ['casa', 'cama'],
  ['ab', 'ob'],
])('takes %s for no %s, which is another word', (word, other) =>
  expect(isMisspelt(word, other)).toBe(false),
);
