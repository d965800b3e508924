import { expect, it } from 'vitest';
import { isSameText, typedDigits } from '../../src/platform/typed-text';

it.each([
  '123456',
  '１２３４５６',
  '١٢٣٤٥٦',
  '۱۲۳۴۵۶',
  ' 123 456\n',
  '123-456',
  '\u200e123\u00a0456\u200b',
])('reads %j as the code 123456', (typed) => expect(typedDigits(typed)).toBe('123456'));

it('leaves what is no digit to be refused', () => {
  expect(typedDigits('12345six')).toBe('12345six');
});

it('takes two writings of a name for one, and other names for others', () => {
  expect(isSameText('Caf\u00e9', ' Cafe\u0301 ')).toBe(true);
  expect(isSameText('Café', 'Cafe')).toBe(false);
});
