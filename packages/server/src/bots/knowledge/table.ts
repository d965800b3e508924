/** A long head would be repeated in every row. */
const MAX_LABEL_CHARS = 40;

/** Whether a line separates the head of a table from its rows. */
export function isTableRule(line: string): boolean {
  return /^[\s|:-]{3,}$/.test(line) && line.includes('|') && line.includes('-');
}

/** A row with its head, as an entry of a list: `- Country: Austria; Price: €9.90`. Without text: empty. */
export function readableRow(labels: readonly string[], row: string): string {
  const cells = cellsOf(row)
    .map((cell, column) => {
      const label = labels[column]?.slice(0, MAX_LABEL_CHARS) ?? '';
      return label === '' || cell === '' ? cell : `${label}: ${cell}`;
    })
    .filter(Boolean);
  return cells.length === 0 ? '' : `- ${cells.join('; ')}`;
}

/** The cells of a row, without those that only the outer bars make. */
export function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .replaceAll(String.raw`\|`, '\uE000')
    .split('|')
    .map((cell) => cell.replaceAll('\uE000', '|').trim());
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells;
}
