import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useRelay } from '../../support/relay';

const read = (file: string): string =>
  readFileSync(new URL(`../../../../../deploy/monitoring/${file}`, import.meta.url), 'utf8');

const METRIC = /\b(?:relay|process|nodejs)_[a-z0-9_]+/g;
/** `up` is Prometheus' own. */
const namesIn = (text: string): string[] => [...new Set(text.match(METRIC))];

describe('the files for monitoring', () => {
  const relay = useRelay();

  it.each([
    ['alerts.yaml', 7],
    ['dashboard.json', 15],
  ])('asks only for metrics that a relay reports: %s', async (file, atLeast) => {
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    const reported = new Map(
      [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]),
    );
    const isReported = (name: string): boolean => {
      const base = name.replace(/_(bucket|sum|count)$/, '');
      return reported.has(name) || reported.get(base) === 'histogram';
    };
    const names = namesIn(read(file));
    expect(names.filter((name) => !isReported(name))).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(atLeast);
  });

  it('lists every metric of the relay in OPERATIONS, and no other', async () => {
    const metrics = await (await fetch(`${relay.url}/metrics`)).text();
    const reported = [...metrics.matchAll(/^# TYPE (relay_\S+)/gm)].map(([, name = '']) => name);
    const listed = [...read('../../docs/OPERATIONS.md').matchAll(/^\| `(relay_\w+)` +\|/gm)];
    const names = listed.map(([, name = '']) => name);
    expect(names.filter((name) => !reported.includes(name))).toEqual([]);
    expect(reported.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(10);
  });

  it('names only label values that a relay reports in OPERATIONS', () => {
    const operations = readFileSync(
      new URL('../../../../../docs/OPERATIONS.md', import.meta.url),
      'utf8',
    );
    const values = [...read('alerts.yaml').matchAll(/(?:tenant|outcome|state)="(\w+)"/g)].map(
      ([, value = '']) => value,
    );
    expect(values.length).toBeGreaterThan(3);
    for (const value of values) expect(operations).toContain(`\`${value}\``);
  });
});
