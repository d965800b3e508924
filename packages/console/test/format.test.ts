import { expect, it } from 'vitest';
import { createFormat } from '../src/words/format';

it.each([
  [12, '12 s', '12 sec'],
  [90, '2 min', '2 min'],
  [86_400, '24 h', '24 hr'],
  [604_800, '7 jours', '7 days'],
])('says %d s in the largest unit that fits', (seconds, french, english) => {
  const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
  expect(plain(createFormat('fr').duration(seconds))).toBe(french);
  expect(plain(createFormat('en').duration(seconds))).toBe(english);
});

it.each([
  ['fr', 'Français', 'French'],
  ['en-GB', 'Anglais britannique', 'British English'],
  ['xx', 'xx', 'xx'],
  ['no tag', 'no tag', 'no tag'],
])('names the language %s as in a list', (tag, french, english) => {
  expect(createFormat('fr').language(tag)).toBe(french);
  expect(createFormat('en').language(tag)).toBe(english);
});
