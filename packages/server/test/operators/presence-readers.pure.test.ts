import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** SQL or code that reads the stored presence or the time of the last sign, instead of asking for the result. */
const OWN_SUM = /\bo\.presence\b|\bpresence (?:=|<>|IN) [?('"]|\bo\.last_seen_at\b|\bpresenceSet\b/;

it('leaves the decision who is there to one file: no other room reads what operators have set', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('operators/'),
  );
  expect(files.length).toBeGreaterThan(300);
  const own = files.filter((name) => OWN_SUM.test(readFileSync(join(SRC, name), 'utf8')));
  expect(own).toEqual([]);
});
