import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../lib/paths.mjs';

const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const ours = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^node (scripts\/\S+\.mjs)/.exec(command)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

it.each(ours)('npm run %s -- --help says what it does, and does nothing', (name, file) => {
  // No program can be started: nothing is installed, built or run.
  const env = { PATH: '/nowhere' };
  const said = execFileSync(process.execPath, [inRoot(file), '--help'], { env, encoding: 'utf8' });
  expect(said).toMatch(/^npm (run )?(start|dev|test|[a-z-]+)/);
  expect(said).toContain(name.split(':')[0]);
});
