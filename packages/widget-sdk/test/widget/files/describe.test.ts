import { describe, expect, it } from 'vitest';
import {
  acceptOf,
  describeFile,
  describeSize,
  nameOf,
  refusalOf,
} from '../../../src/widget/files/describe';
import { loadWording } from '../../../src/widget/wording';

const ALL = { enabled: true, types: ['image/png', 'application/pdf', 'text/plain'], maxBytes: 10 };
const file = (type: string, size = 5) => new File(['x'.repeat(size)], 'x', { type });

describe('a chosen file', () => {
  it.each([
    ['image/png', 5, null],
    ['text/csv', 5, null],
    ['', 5, null], // the browser has no type for the name: the relay decides
    ['image/svg+xml', 5, 'fileType'],
    ['text/html', 5, 'fileType'],
    ['text/xml', 5, 'fileType'],
    ['image/gif', 5, 'fileType'],
    ['image/png', 0, 'fileEmpty'],
    ['image/png', 10, null],
    ['image/png', 11, 'fileTooLarge'],
  ])('of type %j with %i bytes is refused as %j', (type, size, refusal) => {
    expect(refusalOf(file(type, size), ALL)).toBe(refusal);
  });

  it('is no text where the tenant takes none', () => {
    expect(refusalOf(file('text/csv'), { ...ALL, types: ['image/png'] })).toBe('fileType');
  });

  it('is offered by type, and plain text by its usual names', () => {
    expect(acceptOf(['image/png'])).toBe('image/png');
    expect(acceptOf(['image/png', 'text/plain'])).toBe('image/png,text/plain,.txt,.csv,.log,.md');
  });
});

describe('a file in words', async () => {
  const french = await loadWording('fr', 'fr', {});
  const attachment = {
    uploadId: 'up_1',
    name: 'x',
    bytes: 1_234_567,
    sha256: '',
    scan: 'none',
  } as const;

  it('has a name without controls that turn it around', () => {
    expect(nameOf({ name: 'photo\u202egpj.exe\u2069' })).toBe('photogpj.exe');
  });

  it('has the size in the units of the language, and at least 1', () => {
    const spaced = (text: string) => text.replace(/\s/g, ' ');
    expect(spaced(describeSize(1_234_567, french))).toBe('1,2 Mo');
    expect(spaced(describeSize(12_345, french))).toBe('12 ko');
    expect(spaced(describeSize(3, french))).toBe('1 ko');
  });

  it.each([
    ['image/jpeg', 'JPEG'],
    ['application/pdf', 'PDF'],
    ['text/plain', 'TXT'],
  ])('of type %s is called %s', (type, kind) => {
    expect(describeFile({ ...attachment, type }, french)).toMatch(new RegExp(`^${kind} · 1,2`));
  });
});
