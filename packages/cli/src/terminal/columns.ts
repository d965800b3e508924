import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters as people count them. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns the text takes on a terminal. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cut to `width` columns; the last one is an ellipsis if anything was cut. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  return `${takeColumns(text, width - 1)}…`;
}

/** Cut or padded with blanks to exactly `width` columns. */
export function fit(text: string, width: number): string {
  const cut = truncate(text, width);
  return cut + ' '.repeat(Math.max(0, width - widthOf(cut)));
}

/** Broken into lines of at most `width` columns, at blanks if there are any. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    if (used + widthOf(word.trimEnd()) <= width) {
      current += word;
      used += widthOf(word);
      continue;
    }
    if (current !== '') lines.push(current.trimEnd());
    const pieces = chop(word, width);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
    used = widthOf(current);
  }
  return [...lines, current.trimEnd()];
}

/** Cut into pieces of at most `width` columns, at any character. At least one piece. */
export function chop(line: string, width: number): string[] {
  const most = Math.max(2, width);
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const unit of unitsOf(line, most)) {
    const columns = widthOf(unit);
    if (used + columns > most) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += unit;
    used += columns;
  }
  return [...pieces, piece];
}

/** Graphemes, and code points where a grapheme (a run of jamo) is wider than the line. */
function unitsOf(line: string, most: number): string[] {
  return graphemes(line).flatMap((grapheme) =>
    widthOf(grapheme) > most ? Array.from(grapheme) : [grapheme],
  );
}

function takeColumns(text: string, columns: number): string {
  let taken = '';
  let width = 0;
  for (const grapheme of graphemes(text)) {
    width += widthOf(grapheme);
    if (width > columns) break;
    taken += grapheme;
  }
  return taken;
}
