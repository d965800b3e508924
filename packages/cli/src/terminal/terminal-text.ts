const BREAK = /\r\n|[\r\n\u2028\u2029]/g;
// Marks that change the reading direction of what follows, the border of our own text included.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
// More marks on one letter than any script has: they would climb over the lines above.
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;

/**
 * Text from elsewhere, made harmless for a terminal: control characters and escape sequences
 * become visible signs, direction marks go, and only `\n` breaks a line.
 */
export function sanitise(text: string): string {
  return text
    .toWellFormed()
    .replace(BREAK, '\n')
    .replace(DIRECTION, '')
    .replace(PILED_MARKS, '$1')
    .replace(CONTROL, visibleSign);
}

const LOOK = /(\u001b\[[\d;]{1,8}m)/;

/** As `sanitise`; on a terminal the looks stay that relayctl gave the text (see `Paint`). */
export function sanitisePainted(text: string, isTerminal: boolean): string {
  if (!isTerminal) return sanitise(text);
  // The split keeps what it splits at, in every second place.
  const parts = text.split(LOOK);
  return parts.map((part, index) => (index % 2 === 1 ? part : sanitise(part))).join('');
}

// JSON.stringify itself escapes the C0 controls.
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** JSON text that says the same without a character that a terminal could obey. */
export function escapeJson(json: string): string {
  return json.replace(
    UNSAFE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** As `sanitise`, on one line. */
export function sanitiseLine(text: string): string {
  return sanitise(text).replaceAll('\n', ' ');
}

/** Unicode has a picture for each C0 control: `␛` for ESC. C1 controls have none. */
function visibleSign(control: string): string {
  const code = control.charCodeAt(0);
  if (code === 0x09) return '  ';
  if (code === 0x7f) return '\u2421';
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The characters as a person counts them. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns a terminal gives the text. */
export function widthOf(text: string): number {
  if (isPlain(text)) return text.length;
  return graphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** Cut to `width` columns, the last of them an ellipsis where something was cut. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width <= 0) return '';
  return `${takeColumns(text, width - 1)}…`;
}

/** Cut or filled with blanks to exactly `width` columns. */
export function fit(text: string, width: number): string {
  const cut = truncate(text, width);
  return cut + ' '.repeat(Math.max(0, width - widthOf(cut)));
}

/** Broken into lines of at most `width` columns, at blanks where there are some. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    if (widthOf(current + word.trimEnd()) <= width) {
      current += word;
      continue;
    }
    if (current !== '') lines.push(current.trimEnd());
    const pieces = chop(word, width);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
  }
  return [...lines, current.trimEnd()];
}

/** Cut into pieces of at most `width` columns, wherever that falls. At least one piece. */
export function chop(line: string, width: number): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (widthOf(rest) > width) {
    const head = takeColumns(rest, Math.max(2, width));
    pieces.push(head);
    rest = rest.slice(head.length);
  }
  return [...pieces, rest];
}

function takeColumns(text: string, columns: number): string {
  let taken = '';
  let width = 0;
  for (const grapheme of graphemes(text)) {
    width += graphemeWidth(grapheme);
    if (width > columns) break;
    taken += grapheme;
  }
  return taken;
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

const ZERO_WIDTH = /^(\p{M}|\p{Cf}|[\u1160-\u11ff])+$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f|^\p{Regional_Indicator}{2}/u;

function graphemeWidth(grapheme: string): number {
  if (ZERO_WIDTH.test(grapheme)) return 0;
  return EMOJI.test(grapheme) || isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1;
}

/** Wide and full-width blocks of Unicode's EastAsianWidth.txt (UAX #11); emoji are told apart above. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

function isWide(codePoint: number): boolean {
  return WIDE.some(([first, last]) => codePoint >= first && codePoint <= last);
}
