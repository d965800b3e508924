import { describe, expect, it } from 'vitest';
import { cleanPage, readPages, returnAddress, withPages } from '../../../src/visitors/pages/pages';

const ORIGIN = 'https://shop.example';
const clean = (url: string, title = 'Shop') => cleanPage({ url, title }, ORIGIN);

describe('the address of a page', () => {
  it.each([
    ['https://shop.example', 'https://shop.example/'],
    ['https://SHOP.example:443/a/b', 'https://shop.example/a/b'],
    ['https://shop.example/a?token=secret#part', 'https://shop.example/a'],
    ['https://ann:secret@shop.example/a', 'https://shop.example/a'],
    ['https://shop.example/a/../b/', 'https://shop.example/b/'],
    [`https://shop.example/${'a'.repeat(24)}`, `https://shop.example/${'a'.repeat(24)}`],
    [`https://shop.example/o/${'a'.repeat(25)}/x`, 'https://shop.example/o/…/x'],
    [`https://shop.example/${'é'.repeat(24)}`, `https://shop.example/${'%C3%A9'.repeat(24)}`],
    [`https://shop.example/${'é'.repeat(25)}`, 'https://shop.example/…'],
    [`https://shop.example/${'%zz'.repeat(9)}`, 'https://shop.example/…'],
  ])('keeps %s as %s', (given, kept) => {
    expect(clean(given)?.url).toBe(kept);
  });

  it.each([
    ['another origin', 'https://evil.example/a'],
    ['another port', 'https://shop.example:8443/a'],
    ['another scheme of the same host', 'http://shop.example/a'],
    ['an origin in the user info', 'https://shop.example@evil.example/a'],
    ['a script', 'javascript:alert(1)'],
    ['a script with the origin', 'javascript://shop.example/%0aalert(1)'],
    ['data', 'data:text/html,hello'],
    ['a blob of the origin', 'blob:https://shop.example/0190f3c2'],
    ['a file', 'file:///etc/passwd'],
    ['a relative address', '/a'],
    ['nothing', ''],
    ['a line break', 'https://shop.example/a\nb'],
    ['a NUL', 'https://shop.example/\0'],
    ['a bidi control', 'https://shop.example/\u202efdp'],
    ['half of a pair', 'https://shop.example/\ud800'],
    [
      'more than 2,048 characters',
      `https://shop.example/?${'a'.repeat(2_048 - 'https://shop.example/?'.length + 1)}`,
    ],
  ])('drops %s', (_what, given) => {
    expect(clean(given)).toBeNull();
  });

  it('takes 2,048 characters', () => {
    expect(
      clean(`https://shop.example/?${'a'.repeat(2_048 - 'https://shop.example/?'.length)}`)?.url,
    ).toBe('https://shop.example/');
  });
});

describe('the title of a page', () => {
  it.each([
    ['  Socks \n and\tmore ', 'Socks and more'],
    ['a\0b\u202ec', 'a b c'],
    ['é'.repeat(201), 'é'.repeat(200)],
    ['🧦'.repeat(201), '🧦'.repeat(200)],
    ['<b>Socks</b>', '<b>Socks</b>'],
  ])('keeps %j as %j', (given, kept) => {
    expect(clean(ORIGIN, given)?.title).toBe(kept);
  });

  it.each([[''], ['   '], ['\u200b\u2800'], ['\0\n']])('drops the page with %j', (given) => {
    expect(clean(ORIGIN, given)).toBeNull();
  });
});

describe('the pages of a session', () => {
  const page = (name: string, at: number, title = name) => ({
    url: `${ORIGIN}/${name}`,
    title,
    at,
  });

  it('are the last ten, the latest first', () => {
    const visited = Array.from({ length: 12 }, (_, at) => page(`p${at}`, at));
    const pages = withPages([], visited);
    expect(pages.map(({ at }) => at)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(withPages(pages, [page('new', 12)])).toHaveLength(10);
  });

  it('stay the same list when the visitor is still there', () => {
    const pages = withPages([], [page('a', 1)]);
    expect(withPages(pages, [page('a', 2)])).toBe(pages);
  });

  it('change the title of the current one only', () => {
    const pages = withPages([page('a', 1), page('b', 0)], [page('a', 5, 'Socks')]);
    expect(pages).toEqual([page('a', 1, 'Socks'), page('b', 0)]);
  });

  it('are read from both columns', () => {
    expect(readPages({ current_page: null, earlier_pages: null })).toEqual([]);
    expect(
      readPages({
        current_page: JSON.stringify(page('b', 2)),
        earlier_pages: JSON.stringify([page('a', 1)]),
      }),
    ).toEqual([page('b', 2), page('a', 1)]);
  });
});

describe('the address to come back to', () => {
  const origin = 'https://shop.example';
  const stored = (url: string) => JSON.stringify({ url, title: 'Socks', at: 1 });

  it.each([
    [null, `${origin}/`],
    [stored(`${origin}/socks`), `${origin}/socks`],
    [stored(`${origin}/orders/…/items`), `${origin}/`], // a shortened address leads nowhere
    [stored('https://shop.example.evil/'), `${origin}/`],
  ])('of %j is %s', (page, address) => {
    expect(returnAddress(page, origin)).toBe(address);
  });
});
