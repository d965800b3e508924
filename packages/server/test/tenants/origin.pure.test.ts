import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalOrigin, originAllowed, requestOrigin } from '../../src/tenants/origin';

describe('a configured origin', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://BÜCHER.example', 'https://xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
    ['https://203.0.113.9', 'https://203.0.113.9'],
    ['https://[2001:DB8:0:0::1]:8443', 'https://[2001:db8::1]:8443'],
    ['https://*.shop.example', 'https://*.shop.example'],
    ['https://*.Shop.Example:443/', 'https://*.shop.example'],
    ['https://*.shop.example:8443', 'https://*.shop.example:8443'],
    ['https://*.shop.co.uk', 'https://*.shop.co.uk'],
    ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
  ])('stores the origin %j as %j', (text, expected) => {
    expect(canonicalOrigin(text, { allowHttp: false })).toBe(expected);
    expect(canonicalOrigin(expected, { allowHttp: false })).toBe(expected);
  });

  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8081', 'http://127.0.0.1:8081'],
    ['http://[::1]:80/', 'http://[::1]'],
    ['http://shop.example:80', 'http://shop.example'],
    ['http://shop.example:443', 'http://shop.example:443'],
  ])('refuses the origin %j unless http is allowed', (text, expected) => {
    expect(canonicalOrigin(text, { allowHttp: true })).toBe(expected);
    expect(canonicalOrigin(text, { allowHttp: false })).toBeNull();
  });

  it.each([
    '',
    'null',
    '*',
    'https://',
    'https:///',
    'shop.example',
    '//shop.example',
    'https:shop.example',
    'https:/shop.example',
    'ftp://shop.example',
    'file:///',
    'javascript:alert(1)',

    ' https://shop.example',
    'https://shop.example ',
    '\thttps://shop.example',
    'https://shop.example\n',
    'https://shop.example\u0000',
    'https://shop.example\u001f',
    'https://sh\u0085op.example',

    'https://sh op.example',
    'https://shop.example/a',
    'https://shop.example//',
    'https://shop.example/?',

    'https://shop.example?a',
    'https://shop.example#a',
    'https://shop.example\\',
    'https:\\\\shop.example',
    'https://user@shop.example',
    'https://user:pw@shop.example',
    'https://@shop.example',

    'https://shop%2eexample',
    'https://shop．example',
    'https://shop。example',
    'https://ｓhop.example',

    'https://\u212A.example',
    'https://shop.example.',
    'https://shop..example',
    'https://.shop.example',

    'https://-shop.example',
    'https://shop-.example',
    'https://sh!op.example',
    'https://shop.example,evil.example',

    'https://shop.example:',
    'https://shop.example:00443',
    'https://shop.example:0',
    'https://shop.example:65536',

    'https://shop.example:4a',
    'https://127.1',
    'https://0x7f000001',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://[::1',
    'https://[::1%25lo]',
    'https://::1',
    `https://${'a'.repeat(300)}.example`,

    'https://*',
    'https://*.',
    'https://*.com',
    'https://*.localhost',
    'https://*.co.uk',
    'https://*.github.io',

    'https://*.127.0.0.1',
    'https://*.[::1]',
    'https://a*.shop.example',
    'https://*a.shop.example',

    'https://*.*.shop.example',
    'https://shop.*.example',
    'https://**.shop.example',
    'http://*.shop.example',
  ])('refuses the configured origin %j', (text) =>
    expect(canonicalOrigin(text, { allowHttp: true })).toBeNull(),
  );
});

describe("a request's origin", () => {
  it.each([
    'https://shop.example',
    'http://localhost:3000',
    'https://xn--bcher-kva.example',
    'https://[2001:db8::1]',
  ])('reads the request’s origin %j as it is', (text) => expect(requestOrigin(text)).toBe(text));

  it.each([
    'null',
    '',
    'https://Shop.example',
    'https://shop.example/',
    'https://shop.example:443',
    'https://bücher.example',

    'https://*.shop.example',
    'https://shop.example.',
    ' https://shop.example',
    'https://shop.example, https://a.example',
  ])('reads no origin from %j, which no browser sends', (text) =>
    expect(requestOrigin(text)).toBeNull(),
  );
});

describe("the tenant's list", () => {
  const allowed = [
    'https://shop.example',
    'https://*.shop.example',
    'https://*.dev.example:8443',
    'http://localhost:3000',
  ];

  it.each([
    'https://shop.example',
    'https://www.shop.example',
    'https://xn--bcher-kva.shop.example',
    'https://a.dev.example:8443',
    'http://localhost:3000',
  ])('allows the origin %s', (origin) => expect(originAllowed(origin, allowed)).toBe(true));

  it.each([
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://shop.exampl',
    'https://evil.example',

    'http://shop.example',
    'https://shop.example:8443',
    'https://a.b.shop.example',
    'https://.shop.example',

    'https://*.shop.example',
    'https://dev.example:8443',
    'https://a.dev.example',
    'http://a.shop.example',
    'http://localhost',
    'http://localhost:3001',
    'null',
    '',
    'https://',
  ])('refuses the origin %j', (origin) => expect(originAllowed(origin, allowed)).toBe(false));

  it('allows no origin by an empty list', () =>
    expect(originAllowed('https://shop.example', [])).toBe(false));

  const label = fc
    .stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/)
    .filter((text) => !text.startsWith('xn-'));
  const host = fc
    .array(label, { minLength: 1, maxLength: 3 })
    .map((labels) => [...labels, 'shop', 'example'].join('.'));
  const origin = fc
    .tuple(fc.constantFrom('http', 'https'), host, fc.constantFrom('', ':8443', ':444'))
    .map(([scheme, name, port]) => `${scheme}://${name}${port}`);

  it('allows exactly the listed origins where none has a wildcard', () => {
    fc.assert(
      fc.property(origin, fc.array(origin, { maxLength: 5 }), (asking, list) => {
        expect(requestOrigin(asking)).toBe(asking);
        expect(originAllowed(asking, list)).toBe(list.includes(asking));
        expect(originAllowed(asking, [...list, asking])).toBe(true);
      }),
    );
  });

  it('reads a wildcard as exactly one more label, whatever the name', () => {
    fc.assert(
      fc.property(host, label, label, (parent, one, two) => {
        const list = [`https://*.${parent}`];
        expect(canonicalOrigin(list[0]!, { allowHttp: false })).toBe(list[0]);
        expect(originAllowed(`https://${one}.${parent}`, list)).toBe(true);
        expect(originAllowed(`https://${two}.${one}.${parent}`, list)).toBe(false);
        expect(originAllowed(`https://${parent}`, list)).toBe(false);
        expect(originAllowed(`https://${one}${parent}`, list)).toBe(false);
        expect(originAllowed(`https://${one}.${parent}.${two}`, list)).toBe(false);
      }),
    );
  });

  it('canonicalises an origin once, and never throws', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl(),
      fc.string().map((text) => `https://${text}`),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const canonical = canonicalOrigin(text, { allowHttp: true });
        if (canonical === null) return;
        expect(canonicalOrigin(canonical, { allowHttp: true })).toBe(canonical);
        if (!canonical.includes('*')) expect(new URL(text).origin).toBe(canonical);
      }),
      { numRuns: 1000 },
    );
  });
});
