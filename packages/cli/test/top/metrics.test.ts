import { expect, it } from 'vitest';
import { level, quantile, rate, readSample } from '../../src/top/metrics';

const text = (lines: string[]): string => ['# TYPE a counter', ...lines, ''].join('\n');
const before = readSample(
  text([
    'a_total{kind="x",say="a \\"b\\", c"} 10',
    'a_total{kind="y"} 1',
    'level 2.5e3',
    't_bucket{le="0.1",route="/a"} 100',
    't_bucket{le="1",route="/a"} 100',
    't_bucket{le="+Inf",route="/a"} 100',
  ]),
  1_000,
);
const after = readSample(
  text([
    'a_total{kind="x",say="a \\"b\\", c"} 30',
    'a_total{kind="y"} 0',
    'a_total{kind="z"} 6',
    'level 7',
    't_bucket{le="0.1",route="/a"} 150',
    't_bucket{le="1",route="/a"} 200',
    't_bucket{le="+Inf",route="/a"} 200',
  ]),
  3_000,
);

it('adds up the series of a metric', () => {
  expect(level(before, { name: 'level' })).toBe(2500);
  expect(level(before, { name: 'a_total' })).toBe(11);
  expect(level(before, { name: 'a_total', where: { kind: /^[xz]$/ } })).toBe(10);
  expect(level(before, { name: 'none' })).toBeNull();
});

it('tells by how much a counter grows in a second', () => {
  expect(rate(before, after, { name: 'a_total', where: { kind: /^x$/ } })).toBe(10);
  expect(rate(before, after, { name: 'a_total', where: { kind: /^z$/ } })).toBe(3);
  expect(rate(before, after, { name: 'none' })).toBe(0);
});

it('has no rate over a restart', () => {
  expect(rate(before, after, { name: 'a_total', where: { kind: /^y$/ } })).toBeNull();
});

it('estimates a quantile of what was measured between two samples', () => {
  expect(quantile(before, after, 't', 0.5)).toBeCloseTo(0.1);
  expect(quantile(before, after, 't', 0.75)).toBeCloseTo(0.55);
  expect(quantile(after, after, 't', 0.5)).toBeNull();
});
