import { fit, truncate, widthOf } from './columns';
import { sanitiseLine } from './sanitise';

const GAP = 2;
const USUAL_WIDTH = 80;

const LEAST_WIDTH = 6;

/**
 * Formats rows under headings, at most as wide as the terminal. The widest column shrinks first; columns of ids and
 * times shrink last, because half an id is useless. Without a terminal nothing is cut. Cells may have foreign text.
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
