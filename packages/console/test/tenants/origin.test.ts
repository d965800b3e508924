import { expect, it } from 'vitest';
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
