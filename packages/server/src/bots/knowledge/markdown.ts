/**
 * Markdown as visitors can read it. The writer of a document may write anything: every step reads a text once, so
 * that 64 KiB of it take a few milliseconds.
 */

/** Characters that no one sees but that turn a text around or hide one in it. */
const INVISIBLE = /[\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The lines of a text, as any system ends them; a line or paragraph separator of Unicode ends one too. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** A document without its front matter, its comments and its invisible characters. */
export function withoutHidden(markdown: string): string {
  const shown = withoutElements(withoutComments(withoutFrontMatter(markdown)));
  return shown.replaceAll(INVISIBLE, '');
}

/** The beginning of a fence of code, or of an element whose content no one sees. */
const FENCE_OR_HIDDEN = /^ {0,3}(?:```|~~~)|<(script|style)(?=[\s>])/gim;
const SCRIPT_END = /<\/script\s*>/gi;
const STYLE_END = /<\/style\s*>/gi;

/** Leaves out scripts and styles. One without an end, or in a fence of code, stays: it may be what the page explains. */
function withoutElements(text: string): string {
  let kept = '';
  let from = 0;
  let isFenced = false;
  for (const { 1: name, index } of text.matchAll(FENCE_OR_HIDDEN)) {
    if (index < from) continue;
    if (name === undefined) isFenced = !isFenced;
    if (name === undefined || isFenced) continue;
    const end = name.toLowerCase() === 'script' ? SCRIPT_END : STYLE_END;
    end.lastIndex = index;
    if (!end.test(text)) break;
    kept += text.slice(from, index);
    from = end.lastIndex;
  }
  return kept + text.slice(from);
}

const FRONT_MATTER = /^\uFEFF?---(?=[\n\r\u2028\u2029])/;

function withoutFrontMatter(markdown: string): string {
  if (!FRONT_MATTER.test(markdown)) return markdown;
  const [, ...lines] = linesOf(markdown);
  const end = lines.findIndex((line, place) => place > 0 && line.trimEnd() === '---');
  return end === -1 ? markdown : lines.slice(end + 1).join('\n');
}

/** A comment without an end hides the rest, as it does in a browser. */
function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    if (start === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    const end = text.indexOf('-->', start + 4);
    if (end === -1) return kept;
    from = end + 3;
  }
}

/** The heading that a line is, in Markdown or in HTML. */
export function headingOf(line: string): { level: number; title: string } | null {
  const [start, hashes] = /^ {0,3}(#{1,6})\s/.exec(line) ?? [];
  if (start !== undefined && hashes !== undefined) {
    // `Title ##` is closed, `C#` is a name.
    const title = line.slice(start.length).trim().replace(/\s#+$/, '');
    return { level: hashes.length, title: withoutMarkup(title).trim() };
  }
  const [opening, level] = /^\s*<h([1-6])[^<>]*>/i.exec(line) ?? [];
  if (opening === undefined) return null;
  const html = line.slice(opening.length).trimEnd();
  const closing = `</h${level}>`;
  if (html.slice(-closing.length).toLowerCase() !== closing) return null;
  return { level: Number(level), title: withoutMarkup(html.slice(0, -closing.length)).trim() };
}

type Mark = readonly [pattern: RegExp, kept: string];

const IN_ANGLES: readonly Mark[] = [
  [/<(https?:[^<>\s]+)>/gi, '$1'],
  [/<(?:mailto:)?([^<>\s@]+@[^<>\s@]+)>/gi, '$1'],
  [/<(?:br|\/p|\/td|\/th|\/tr|\/li|\/div)(?: [^<>]*)?\/?>/gi, ' '],
  [/<\/?[a-z][^<>]*>/gi, ''],
];
const IN_BRACKETS: readonly Mark[] = [
  [/\[\^[^[\]\s]{1,40}\]:?/g, ''],
  [/^(\s*[-*+] )\[[ xX]\] /, '$1'],
  [/!\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g, '$1'],
  [/\[([^[\]]+)\]\((https?:[^()\s]+)(?:\s[^()]*)?\)/g, '$1 ($2)'],
  [/\[([^[\]]+)\]\((?:[^()]|\([^()]*\))*\)/g, '$1'],
];
const EMPHASIS = /[*_`]|~~/;
const QUOTED = /^ {0,3}(?:>\s?){1,20}/;

/**
 * A line as visitors can read it: a message shows no Markdown. Each kind of mark is looked for only in a line that may
 * have it: a document may have 30,000 lines of one character.
 */
export function withoutMarkup(line: string): string {
  let plain = line;
  if (plain.includes('<') && plain.includes('>')) plain = replaced(plain, IN_ANGLES);
  if (plain.includes('[') && plain.includes(']')) plain = replaced(plain, IN_BRACKETS);
  if (plain.length > 2 && EMPHASIS.test(plain)) plain = withoutMarks(plain);
  if (plain.includes('&')) plain = decoded(plain);
  if (plain.includes('>')) plain = plain.replace(QUOTED, '');
  return /[[!:]/.test(plain) ? plain.replace(ADMONITION, '') : plain;
}

const replaced = (line: string, marks: readonly Mark[]): string =>
  marks.reduce((text, [pattern, kept]) => text.replace(pattern, kept), line);

/** `[!NOTE]`, `!!! warning` and `:::tip` only give a box its look. */
const ADMONITION = /^\s*(?:\[![A-Za-z]{2,20}\]|!!! ?[a-z]{2,20}|:::+ ?[a-z]{0,20})(?=\s|$)/;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  euro: '€',
  pound: '£',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
};

/** A line with the characters that its HTML entities stand for. */
const decoded = (line: string): string =>
  line.replaceAll(
    /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi,
    (entity, digits, hex, name) => {
      if (name !== undefined) return ENTITIES[name] ?? entity;
      const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits);
      return isShown(code) ? String.fromCodePoint(code) : entity;
    },
  );

/** Neither a control character, nor one that is hidden, nor half of one. */
const isShown = (code: number): boolean =>
  code >= 0x20 &&
  code <= 0x10ffff &&
  !(code >= 0xd800 && code <= 0xdfff) &&
  !/\p{C}/u.test(String.fromCodePoint(code));

/** The marks of emphasis, of deleted words and of code. */
const MARK = /\*\*|\*|(?<![\p{L}\p{N}_])_(?![_\s])|(?<![\s_])_(?![\p{L}\p{N}_])|__|~~|`+/gu;
/** Marks further apart are no pair. */
const MARKED_CHARS = 200;

/** A line without the pairs of marks around words; what is between them stays as it is. */
function withoutMarks(line: string): string {
  const marks = [...line.matchAll(MARK)].map(({ 0: mark, index }) => ({ mark, index }));
  let kept = '';
  let from = 0;
  for (const [place, { mark, index }] of marks.entries()) {
    const start = index + mark.length;
    // `5*3*2` is a product.
    const isProduct = mark === '*' && /\d/.test(line[index - 1] ?? '');
    if (index < from || isBlank(line[start]) || isProduct) continue;
    const end = closingOf(marks, place, line);
    if (end === -1) continue;
    kept += line.slice(from, index) + line.slice(start, end);
    from = end + mark.length;
  }
  return kept + line.slice(from);
}

/** Where the mark is that closes the one at `place`; -1 without one. */
function closingOf(
  marks: readonly { mark: string; index: number }[],
  place: number,
  line: string,
): number {
  const { mark, index } = marks[place]!;
  const start = index + mark.length;
  for (let next = place + 1; next < marks.length; next++) {
    const other = marks[next]!;
    if (other.index > start + MARKED_CHARS) return -1;
    const isClosing = other.mark === mark && other.index > start && !isBlank(line[other.index - 1]);
    if (isClosing) return other.index;
  }
  return -1;
}

const isBlank = (character: string | undefined): boolean =>
  character === undefined || character.trim() === '';
