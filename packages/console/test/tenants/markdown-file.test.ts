import { expect, test } from 'vitest';
import { documentOf } from '../../src/tenants/tabs/knowledge/markdown-file';

test.each([
  ['returns.md', 'Intro\n\n## How to return ##\n\ntext', 'How to return'],
  ['help.page.md', '#no heading\ntext', 'help.page'],
  ['long.md', `# ${'x'.repeat(300)}`, 'x'.repeat(200)],
])('names %s by its first heading, or by its file', (name, content, title) => {
  expect(documentOf(name, content)).toEqual({ title, content });
});
