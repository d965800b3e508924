import { expect, test } from 'vitest';
import { documentOf } from '../../src/tenants/tabs/knowledge/markdown-file';

test.each([
  ['returns.md', 'Intro\n\n## How to return ##\n\ntext', 'How to return'],
  ['windows.md', 'Intro\r\n## How to return ##\r\ntext', 'How to return'],
  ['mac.md', '# How to\rreturn', 'How to'],
  ['language.md', '# About C#\n', 'About C#'],
  ['help.page.md', '#no heading\ntext', 'help.page'],
  ['empty.md', '# \n##   \ntext', 'empty'],
  ['site.md', '---\ntitle: "Returns: how"\nlayout: page\n---\n# Other\n', 'Returns: how'],
  ['plain.md', '\uFEFF---\r\ntitle: Returns\r\n---\r\ntext', 'Returns'],
  ['rule.md', '---\ntitle: no front matter', 'rule'],
  ['long.md', `# ${'x'.repeat(300)}`, 'x'.repeat(200)],
])('names %s by its front matter, its first heading or its file', (name, content, title) => {
  expect(documentOf(name, content)).toEqual({ title, content });
});

test('finds the heading of 64 KiB of blanks at once', () => {
  const content = `# a${' '.repeat(65_000)}b c`;
  const began = process.cpuUsage();
  expect(documentOf('blanks.md', content).title).toHaveLength(200);
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(100);
});
