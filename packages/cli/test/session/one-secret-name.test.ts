import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const PEOPLE_READ = [
  'README.md',
  'docs',
  'examples',
  'deploy',
  'packages/*/README.md',
  'packages/*/src',
];

/** The others are secrets of other things: of the authenticator, of a scanner, of a listener on this machine. */
const NAMES = [
  'AUTHENTICATOR_TENANT_SECRET',
  'OLD_TENANT_SECRET',
  'RELAY_LOCAL_SECRET',
  'SCAN_SECRET',
  'TENANT_SECRET',
];

it('calls a tenant’s secret TENANT_SECRET in every document, example and program', () => {
  const found = execFileSync(
    'git',
    ['grep', '-ohE', '\\b[A-Z][A-Z_]*_SECRET\\b', '--', ...PEOPLE_READ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect([...new Set(found.trim().split('\n'))].toSorted()).toEqual(NAMES);
});
