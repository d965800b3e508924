import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/errors';
import { pickOne } from '../../src/terminal/pick-one';

const ID = '0190f3c2-7a5b-7000-8000-00000000000';

const pick = (names: readonly string[], wanted: string): string =>
  pickOne(
    names.map((name, n) => ({ id: `${ID}${n}`, name })),
    wanted,
    {
      noun: ['tenant', 'tenants'],
      label: 'name',
      idOf: ({ id }) => id,
      nameOf: ({ name }) => name,
      hint: 'relayctl tenant list shows them.',
    },
  ).id.slice(-1);

describe('pickOne', () => {
  it.each([
    [['Shop', 'shop'], 'shop', '1'],
    [['Shop', 'Other'], ' SHOP ', '0'],
    [['Cafe\u0301'], 'CAFÉ', '0'],
    [['Shop', `${ID}0`], `${ID.toUpperCase()}1`, '1'],
    [['x', `${ID}9`], `${ID}0`, '0'],
  ])('finds in %j by %j the item %s', (names, wanted, found) => {
    expect(pick(names, wanted)).toBe(found);
  });

  it.each([
    [['Shop', 'shop'], 'SHOP', EXIT.usage, /Give an id: Shop \(0190.*0\), shop \(0190.*1\)\.$/],
    [['Shop', 'Shop'], 'Shop', EXIT.usage, /Several tenants have the name “Shop”/],
    [[], 'Shop', EXIT.refused, /“Shop”. There are none\. relayctl tenant list/],
    [['A'], `${ID}7`, EXIT.refused, /no tenant with the id 0190.*7\. There is: A\./],
    [Array.from({ length: 12 }, (_, n) => `t${n}`), 'x\u001b', EXIT.refused, /“x␛”.*t9 and 2 more/],
  ])('refuses in %j what %j leaves open', (names, wanted, exitCode, message) => {
    expect(() => pick(names, wanted)).toThrow(
      expect.objectContaining({
        exitCode,
        message: expect.stringMatching(message) as string,
      }) as Error,
    );
  });
});
