import { expect, it } from 'vitest';
import { bugOf, planted } from '../lib/planted/bugs.mjs';

const HEAD = [
  'An ack comes too early.',
  'Caught by: packages/server/test/a/b.test.ts: “acks late”',
  '',
];
const DIFF = ['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -1,3 +1,2 @@', ' one', '-two', ' three', ''];
const textOf = (head: string[]) => [...head, ...DIFF].join('\n');

it('changes the sources as the patch says', () => {
  const bug = bugOf('early', textOf(HEAD));
  expect(bug).toMatchObject({ breaks: HEAD[0], file: 'packages/server/test/a/b.test.ts' });
  expect(planted(bug, () => 'one\ntwo\nthree\n')).toEqual([['src/a.ts', 'one\nthree\n']]);
});

it('refuses sources that the patch does not fit any more', () => {
  const bug = bugOf('early', textOf(HEAD));
  expect(() => planted(bug, () => 'one\n2\nthree\n')).toThrow('early.patch does not fit src/a.ts');
});

it.each([
  ['packages/server/test/a/b.test.ts: “acks late”', 'server-sqlite'],
  ['packages/server/test/a/b.test.ts: “acks late” on MariaDB', 'server-mysql'],
  ['packages/server/test/a/b.pure.test.ts: “acks late”', 'server-pure'],
  ['packages/widget-sdk/test/b.test.ts: “acks late”', 'unit'],
])('runs %s in the project %s', (test, project) => {
  const [breaks = ''] = HEAD;
  expect(bugOf('early', textOf([breaks, `Caught by: ${test}`, '']))).toMatchObject({ project });
});

it.each([
  ['no sentence', ['an ack', HEAD[1] ?? '', '']],
  ['no test', [HEAD[0] ?? '', 'Caught by: me', '']],
  ['no gap', HEAD.slice(0, 2)],
])('refuses a head with %s', (_, head) => {
  expect(() => bugOf('early', textOf(head))).toThrow('early.patch: write one sentence');
});
