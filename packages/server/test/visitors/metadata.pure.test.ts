import { describe, expect, it } from 'vitest';
import { checkMetadata } from '../../src/visitors/metadata';

const nested = (depth: number): unknown => (depth === 1 ? {} : { a: nested(depth - 1) });
const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));

describe('metadata', () => {
  it.each([
    ['an empty object', {}],
    ['a page', { page: '/cart', cart: { items: [{ sku: 'A1' }], total: 12.5 }, vip: null }],
    ['depth 5', nested(5)],
    ['64 keys', keys(64)],
    ['64 keys over two levels', { ...keys(31), more: keys(32) }],
    ['8 KiB', { a: 'x'.repeat(8192 - '{"a":""}'.length) }],
  ])('accepts metadata with %s', (_, value) => expect(checkMetadata(value)).toEqual([]));

  it.each([
    ['null', null, 'not_an_object'],
    ['a list', [], 'not_an_object'],
    ['text', 'a', 'not_an_object'],
    ['depth 6', nested(6), 'too_deep'],
    ['depth 6 by lists', { a: [[[[[]]]]] }, 'too_deep'],
    ['65 keys', keys(65), 'too_many_keys'],
    ['65 keys in all', { list: [keys(32), keys(32)] }, 'too_many_keys'],
    ['a byte over 8 KiB', { a: 'x'.repeat(8193 - '{"a":""}'.length) }, 'too_large'],
    ['8 KiB of two-byte letters', { a: 'é'.repeat(4100) }, 'too_large'],
    ['__proto__', JSON.parse('{"__proto__":{"admin":true}}'), 'forbidden_key'],
    ['constructor inside', { a: { constructor: 1 } }, 'forbidden_key'],
    ['prototype in a list', { a: [{ prototype: 1 }] }, 'forbidden_key'],
  ])('refuses metadata with %s', (_, value, problem) =>
    expect(checkMetadata(value)).toEqual([problem]),
  );

  it('refuses metadata of thousands of levels without an overflow', () => {
    const text = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    expect(checkMetadata(JSON.parse(text))).toEqual(['too_deep']);
  });
});
