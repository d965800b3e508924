import { appendFileSync } from 'node:fs';

/** One measured value and its target. */
export interface Figure {
  /** Empty if the figure concerns no database. */
  database: string;
  what: string;
  value: number;
  unit: string;
  target: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param share 0.99 for the p99 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function round(value: number): number {
  return value >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
}

/** A table for people, and the same as one line of JSON, so that several runs can be collected. */
export function report(bench: string, figures: readonly Figure[]): void {
  const line = JSON.stringify({ bench, figures });
  const { BENCH_FIGURES: gathered } = process.env;
  console.table(figures);
  console.log(line);
  if (gathered !== undefined) appendFileSync(gathered, `${line}\n`);
}
