import stringWidth from 'string-width';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Splits text into graphemes: the characters that people count. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Cuts text to `width` columns; the last one is an ellipsis if anything was cut. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  return `${takeColumns(text, width - 1)}…`;
}

/** Cuts text, or pads it with spaces, to exactly `width` columns. */
export function fit(text: string, width: number): string {
  const cut = truncate(text, width);
  return cut + ' '.repeat(Math.max(0, width - widthOf(cut)));
}

/** Breaks text into lines of at most `width` columns, at spaces if there are any. */
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

/** Cuts a line into pieces of at most `width` columns, at any character. Returns at least one piece. */
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

/** Splits a line into graphemes; one that is wider than the line (a run of jamo) into its code points. */
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
