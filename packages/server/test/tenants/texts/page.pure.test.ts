import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { WIDGET_TEXTS } from '@chat-relay/widget-sdk/texts';
import { defaultTexts } from '../../../src/tenants/texts/keys';
import { LINES } from '../../../src/tenants/texts/voice';

const page = readFileSync(new URL('../../../../../docs/TEXTS.md', import.meta.url), 'utf8');

/** The rows of the table under a heading. */
const tableUnder = (heading: string) => {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `(\w+)` +\| (.+?) *\|$/gm)].map(([, key, text]) => [key, text]);
};

describe('the page of texts', () => {
  it.each([
    ['Lines of the relay', LINES.en],
    ['Words of the widget', WIDGET_TEXTS.en],
  ])('has every key and its English text under “%s”, and no other', (heading, texts) => {
    expect(tableUnder(heading)).toEqual(Object.entries(texts));
  });

  it('names every key that a tenant can replace', () => {
    const named = [...page.matchAll(/^\| `(\w+)`|^`(\w+)` is/gm)].map(
      ([, row, said]) => row ?? said,
    );
    expect(named.toSorted()).toEqual(Object.keys(defaultTexts('en')).toSorted());
  });
});
