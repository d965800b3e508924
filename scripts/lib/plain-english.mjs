import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { openersOf } from './comment-openers.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { proseOf } from './prose.mjs';

/**
 * Words that a reader has to decode, with the plain ones. A pattern matches no other use of its words:
 * there is no way to excuse a line.
 * @type {readonly { pattern: RegExp, plain: string }[]}
 */
const WORDS = [
  { pattern: /amiss/, plain: 'wrong, invalid' },
  { pattern: /anew/, plain: 'again; start over' },
  { pattern: /beside/, plain: 'next to; in addition to; except; sibling field' },
  {
    pattern: /(?:nobody|somebody)(?:'s|’s)?/,
    plain: 'no client, no one; a client, another account, anyone',
  },
  { pattern: /who(?:m|so)?ever/, plain: 'anyone who; name the actor' },
  {
    pattern: /(?:is|are|was|were|be|been|being|isn['’]t|aren['’]t|stays?|stayed|while) away/,
    plain: 'unreachable, down; `away` for the presence',
  },
  { pattern: /(?:tell|tells|telling|told)(?: \w+)? of/, plain: 'report, notify, publish' },
  { pattern: /(?:hear|hears|hearing|heard)(?: \w+)? of/, plain: 'receive, is notified' },
  { pattern: /(?:go|goes|going|went|gone) on/, plain: 'continue' },
  {
    pattern:
      /(?:stand|stands|standing|stood) (?:aside|above|against|around|at|behind|below|between|elsewhere|last|where)/,
    plain: 'is deferred, is set aside; is; replaces',
  },
  { pattern: /for good(?=\s*(?:[^\w\s]|$|and|or|when|after|by))/, plain: 'permanently' },
  { pattern: /(?:by|of) (?:itself|themselves)/, plain: 'automatically; alone' },
  { pattern: /in the dark/, plain: 'in dark mode; without information' },
  { pattern: /as a sheet/, plain: 'full screen on phones' },
  { pattern: /without a face/, plain: 'headless' },
  { pattern: /(?:verdict|ruling)s?/, plain: 'outcome' },
  { pattern: /troubles/, plain: 'health; failures' },
  { pattern: /(?:in|into|out of) the hands of/, plain: 'name who owns or holds it' },
];
const PATTERNS = WORDS.map(({ pattern, plain }) => ({
  // Sentences are broken at spaces, also over the lines of a comment.
  pattern: new RegExp(`(?<![\\w|-])${pattern.source.replaceAll(' ', '\\s+')}(?![\\w|-])`, 'gi'),
  plain,
}));

/**
 * @param {string} path @param {string} text the file's
 * @returns {{ line: number, word: string, plain: string }[]} the words to replace, in the order of the lines
 */
export function oddWordsOf(path, text) {
  const prose = proseOf(path, text);
  return PATTERNS.flatMap(({ pattern, plain }) =>
    [...prose.matchAll(pattern)].map(({ 0: found, index }) => ({
      line: prose.slice(0, index).split('\n').length,
      word: found.replaceAll(/\s+/g, ' '),
      plain,
    })),
  ).toSorted((one, other) => one.line - other.line);
}

const READ = /(?:\.(?:md|tsx?|m?js|json|html|css|ya?ml)|\.ci\/run)$/;
/** Others wrote these: a lock file, and what the bot's visitors read and ask. */
const NOT_OURS = /^pnpm-lock\.yaml$|\/question-set\/strangers\/(?:documents\/|questions\.json$)/;

/** @returns {string[]} the repository's files with text that people read, new ones included */
export function filesToRead() {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => READ.test(path) && !NOT_OURS.test(path) && existsSync(inRoot(path)));
}

/** @param {string} path in the repository @returns {string[]} one line for each word to replace */
export function problemsOf(path) {
  const text = readFileSync(inRoot(path), 'utf8');
  const words = oddWordsOf(path, text).map(
    ({ line, word, plain }) => `${path}:${line}  "${word}": write ${plain}`,
  );
  const openers = openersOf(path, text).map(
    ({ line, word }) =>
      `${path}:${line}  a comment begins with "${word}": begin it with a verb, or with its subject`,
  );
  return [...words, ...openers];
}
