import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultTexts, isRelayLine } from '../../../src/tenants/texts/keys';

const page = readFileSync(new URL('../../../../../docs/TEXTS.md', import.meta.url), 'utf8');

/** The rows of the table under a heading. */
const tableUnder = (heading: string) => {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(\w+)` +\| (.+?) *\|$/gm)].map(([, key, text]) => [key, text]);
};

describe('the page of texts', () => {
  const texts = Object.entries(defaultTexts('en')).filter(([key]) => key !== 'greeting');

  it('has each key of the relay and its English text, and no other', () => {
    const lines = texts.filter(([key]) => isRelayLine(key));
    expect(tableUnder('Lines of the relay')).toEqual(lines);
  });

  it('has each key of the widget and its English text, and no other', () => {
    const words = texts.filter(([key]) => !isRelayLine(key));
    expect(tableUnder('Words of the widget')).toEqual(words);
  });

  it('names every key that a tenant can replace', () => {
    const named = [...page.matchAll(/^\| `(\w+)`|^`(\w+)` is/gm)].map(
      ([, row, said]) => row ?? said,
    );
    expect(new Set(named)).toEqual(new Set(Object.keys(defaultTexts('en'))));
  });
});
