import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

it('every class of errors is named so', () => {
  const packages = ['server', 'cli', 'console', 'desk', 'receiver-sdk', 'widget-sdk'].map(
    (name) => `packages/${name}/src`,
  );
  const found = execFileSync(
    'git',
    [
      'grep',
      '-hoE',
      'class [A-Za-z]+ extends [A-Za-z]*Error\\b',
      '--',
      ...packages,
      'scripts',
      'examples',
    ],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  const names = found
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !name.endsWith('Error'))).toEqual([]);
});
