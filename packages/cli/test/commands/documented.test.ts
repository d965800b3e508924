import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../src/commands/catalogue';
import { withCurrentName } from '../../src/commands/renamed';
import { wordsOf } from '../support/commands';

const ROOT = join(import.meta.dirname, '../../../..');
const README = readFileSync(join(ROOT, 'packages/cli/README.md'), 'utf8');

const COMMANDS = catalogue.map(wordsOf);
const NOUNS = new Set(COMMANDS.map((words) => words.split(' ')[0]));

/** The texts that people read and copy from, without the history. */
const FILES = execFileSync(
  'git',
  [
    'grep',
    '-l',
    'relayctl',
    '--',
    '*.md',
    'deploy',
    'scripts',
    'packages/*/src',
    ':!*CHANGELOG.md',
    ':!.changeset',
  ],
  { cwd: ROOT, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('commands/renamed.ts'));

/** Commands that a text tells relayctl to run, as the one or two words of their names. */
function commandsIn(text: string): string[][] {
  return [...text.matchAll(/\brelayctl (?:help )?([a-z]+)(?: ([a-z-]+))?/g)].map(
    ([, first = '', second]) => (second === undefined ? [first] : [first, second]),
  );
}

describe('the documents', () => {
  it('name no command by an old name', () => {
    const old = FILES.flatMap((file) =>
      commandsIn(readFileSync(join(ROOT, file), 'utf8'))
        .filter((words) => withCurrentName(words).notice !== null)
        .map((words) => `${file}: relayctl ${words.join(' ')}`),
    );
    expect(old).toEqual([]);
  });

  it('quote only commands that there are', () => {
    const quoted = FILES.filter((file) => file.endsWith('.md')).flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/`relayctl ([a-z]+)/g)].map(
        ([, noun = '']) => ({ file, noun }),
      ),
    );
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter(({ noun }) => !NOUNS.has(noun))).toEqual([]);
  });

  it.each(COMMANDS)('explain %s in the README', (command) => {
    expect(README).toContain(`\`${command.replace(/ list$/, '')}`);
  });
});
