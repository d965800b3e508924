import { expect, it } from 'vitest';
import { bestContrast } from '../../src/tenants/contrast';
import { meantOrigin } from '../../src/tenants/origin';

it.each([
  ['boutique.example', 'https://boutique.example'],
  [' https://boutique.example/accueil?a=1 ', 'https://boutique.example'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['https://*.boutique.example', 'https://*.boutique.example'],
  ['not an address', 'not an address'],
  ['ftp://boutique.example', 'ftp://boutique.example'],
])('takes %j for the origin %j', (typed, meant) => {
  expect(meantOrigin(typed)).toBe(meant);
});

it('states the contrast of the better of black and white on a colour', () => {
  expect(bestContrast('#ffffff')).toBe(21);
  expect(bestContrast('#000000')).toBe(21);
  expect(bestContrast('#777777')).toBe(4.6);
});
