import { describe, expect, it } from 'vitest';
import { oddWordsOf } from '../lib/plain-english.mjs';

/** Words with underscores instead of spaces: this file is checked as well. */
const ODD = [
  'amiss',
  'anew',
  'beside',
  'nobody',
  'somebody',
  'whoever',
  'is_away',
  'tell_of',
  'told_them_of',
  'hears_of',
  'goes_on',
  'stands_aside',
  'for_good',
  'by_itself',
  'in_the_dark',
  'as_a_sheet',
  'without_a_face',
  'verdict',
  'troubles',
  'in_the_hands_of',
];
const spaced = (words: string): string => words.replaceAll('_', ' ');
const found = (path: string, text: string): string[] =>
  oddWordsOf(path, text).map(({ line, word }) => `${line} ${word}`);

describe('the check of plain English', () => {
  it.each(ODD)('finds "%s" in documentation, comments, strings and test names', (words) => {
    const odd = spaced(words);
    const sentence = `One ${odd}, perhaps.`;
    const hit = (line: number): string[] => [`${line} ${odd}`];
    expect(found('README.md', `# Title\n\n${sentence}\n`)).toEqual(hit(3));
    expect(found('a.ts', `const a = 1;\n/**\n * ${sentence}\n */\nconst b = 2;`)).toEqual(hit(3));
    expect(found('a.mjs', `const a = 1; // ${sentence}`)).toEqual(hit(1));
    expect(found('a.ts', `\nthrow new Error('${sentence}');`)).toEqual(hit(2));
    expect(found('a.ts', `log(\`\${name}: ${sentence}\`);`)).toEqual(hit(1));
    expect(found('a.tsx', `const a = <p>${sentence}</p>;`)).toEqual(hit(1));
    expect(found('a.test.ts', `it("${sentence}", () => {});`)).toEqual(hit(1));
    expect(found('a.css', `.${ODD[0]} {}\n/* ${sentence} */`)).toEqual(hit(2));
    expect(found('a.yml', `# ${sentence}`)).toEqual(hit(1));
  });

  it('finds words over the lines of a paragraph or comment', () => {
    expect(found('a.md', ['It goes', 'on.'].join('\n'))).toEqual([spaced('1_goes_on')]);
    expect(found('a.ts', ['/**', ' * It goes', ' * on.', ' */'].join('\n'))).toEqual([
      spaced('2_goes_on'),
    ]);
    expect(found('a.ts', ['// It goes', '// on.'].join('\n'))).toEqual([spaced('1_goes_on')]);
  });

  it('leaves out code, identifiers and values of the wire', () => {
    const odd = 'anew';
    expect(found('a.md', `Send \`${odd}\`.\n\n\`\`\`sh\n${odd}\n\`\`\`\n`)).toEqual([]);
    expect(found('a.md', `[link](${odd}.md)`)).toEqual([]);
    expect(found('a.ts', `const ${odd} = '${odd}'; // \`${odd}\``)).toEqual([]);
    expect(found('a.ts', `const troubles_seen = /it ${odd}/;`)).toEqual([]);
  });

  it('leaves out other uses of the words', () => {
    const plain =
      'For good reasons, an operator goes away from the desk, stands up and hears the bell. Besides, tell everyone.';
    expect(found('a.md', plain)).toEqual([]);
  });

  it('names the plain word', () => {
    expect(oddWordsOf('a.md', `Something ${ODD[0]}.`)[0]?.plain).toBe('wrong, invalid');
  });
});
