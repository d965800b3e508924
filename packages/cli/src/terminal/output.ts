import { fstatSync, writeSync } from 'node:fs';
import { escapeJson, fit, sanitiseLine, sanitisePainted, truncate, widthOf } from './terminal-text';

/** A line of a result for a person, on stdout. */
export function print(text: string): void {
  writeOut(`${text}\n`);
}

/** A result that comes piece by piece, for a program: one line of JSON on stdout for each piece. */
export function printJsonLine(value: object): void {
  writeOut(`${escapeJson(JSON.stringify(value))}\n`);
}

/** Talk: what happens, what to do next. On stderr, so that it never mixes with a result. */
export function say(text: string): void {
  writeErr(`${text}\n`);
}

/** The result as JSON where `--json` was given, else as text. */
export function printResult(isJson: boolean | undefined, value: unknown, text: () => string): void {
  if (isJson) writeOut(`${escapeJson(JSON.stringify(value, null, 2))}\n`);
  else print(text());
}

/** Text as it is, on stdout; where that takes no more, its `error` event ends relayctl. */
export function writeOut(text: string): void {
  const { stdout } = process;
  const safe = sanitisePainted(text, stdout.isTTY);
  if (isFile(stdout.fd)) writeWhole(stdout.fd, safe);
  else stdout.write(safe);
}

export function writeErr(text: string): void {
  process.stderr.write(sanitisePainted(text, process.stderr.isTTY));
}

/** A file, or a device that is no terminal, such as /dev/full. */
function isFile(fd: number): boolean {
  const stats = fstatSync(fd);
  return stats.isFile() || (stats.isCharacterDevice() && !process.stdout.isTTY);
}

/** Node's own stream takes it for success when a full disk has taken the beginning only. */
function writeWhole(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
  } catch (error) {
    process.stdout.emit('error', error);
  }
}

const GAP = 2;
const USUAL_WIDTH = 80;

const LEAST_WIDTH = 6;

/**
 * Rows under headings, as wide as the terminal at most: the widest column gives way first, and
 * those of ids and times last, because half of one is of no use. Without a terminal nothing is cut. Cells
 * may hold text from anywhere.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number = process.stdout.isTTY ? (process.stdout.columns ?? USUAL_WIDTH) : Infinity,
): string {
  const lines = [headings, ...rows].map((cells) => cells.map(sanitiseLine));
  const widths = headings.map((_heading, column) =>
    Math.max(...lines.map((cells) => widthOf(cells[column] ?? ''))),
  );
  const isFirm = headings.map((heading) => heading === 'ID' || heading.endsWith('(UTC)'));
  while (total(widths) > width && Math.max(...widths) > 1) {
    const spare = widths.map((each, column) => (isFirm[column] || each <= LEAST_WIDTH ? 0 : each));
    const from = Math.max(...spare) > 0 ? spare : widths;
    widths[from.indexOf(Math.max(...from))]! -= 1;
  }
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => {
          const isLast = column === cells.length - 1;
          return isLast ? truncate(cell, widths[column] ?? 0) : fit(cell, widths[column] ?? 0);
        })
        .join(' '.repeat(GAP))
        .trimEnd(),
    )
    .join('\n');
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1);
}
