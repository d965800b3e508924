import { headingOf, linesOf, withoutHidden, withoutMarkup } from './markdown';
import { cellsOf, isTableRule, readableRow } from './table';

/** A part of a document, as it is indexed and quoted. */
export interface Part {
  /** The headings that it is under, the outermost first, each of at most 200 characters. */
  headings: readonly string[];
  /** Readable text, at most 800 characters. */
  text: string;
}

const PART_CHARS = 800;
/** Each part is found by its headings too: with long ones, a document of many parts would weigh far more than it has. */
const HEADING_CHARS = 200;
const FENCE = /^ {0,3}(```+|~~~+)/;

/** A line of a document. */
interface Line {
  text: string;
  /** It does not continue the line before it. */
  isOwn: boolean;
  /** The next line does not continue it. */
  isLast: boolean;
}

/** Marks that begin a line of its own: of an entry of a list, a row of a table, a definition. */
const OWN_LINE = /^\s*(?:[-*+•]\s|\d{1,3}[.)]\s|\||:\s)/;
/** Two blanks, a backslash or a tag keep a line's end. */
const KEPT_END = /(?: {2}|\\|<br ?\/?>)$/i;

const BLANK: Line = { text: '', isOwn: false, isLast: false };

function writtenLine(line: string): Line {
  const [end = ''] = KEPT_END.exec(line) ?? [];
  const text = withoutMarkup(line.slice(0, line.length - end.length));
  return { text, isOwn: OWN_LINE.test(line), isLast: end !== '' };
}

/** Splits Markdown by its headings, and long sections between their paragraphs. A section without text has no part. */
export function splitDocument(markdown: string): Part[] {
  const parts: Part[] = [];
  const headings: string[] = [];
  let lines: Line[] = [];
  let fence: string | null = null;

  const endSection = (): void => {
    const trail = headings.filter(Boolean);
    for (const text of piecesOf(plainText(lines))) parts.push({ headings: trail, text });
    lines = [];
  };

  for (const line of linesOf(withoutHidden(markdown))) {
    // Without a look for marks: a document may be nothing but line ends.
    if (line.trim() === '') {
      lines.push(BLANK);
      continue;
    }
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      continue;
    }
    const heading = fence === null ? headingOf(line) : null;
    if (!heading) {
      lines.push(fence === null ? writtenLine(line) : { text: line, isOwn: true, isLast: true });
      continue;
    }
    endSection();
    headings.length = Math.min(headings.length, heading.level - 1);
    headings[heading.level - 1] = heading.title.slice(0, HEADING_CHARS);
  }
  endSection();
  return parts;
}

/** The paragraphs of a section; lines that only draw a table or a rule are left out. */
function plainText(lines: readonly Line[]): string[] {
  const paragraphs: string[] = [];
  let paragraph: Line[] = [];
  /** The head of the table that the lines are in. */
  let header: readonly string[] | null = null;
  const end = (): void => {
    if (paragraph.length > 0) paragraphs.push(joined(paragraph).trimEnd());
    paragraph = [];
    header = null;
  };
  for (const line of lines) {
    if (line === BLANK || line.text.trim() === '') end();
    else if (isTableRule(line.text) && header === null && paragraph.at(-1)?.text.includes('|')) {
      header = cellsOf(paragraph.pop()!.text);
    } else if (header !== null && line.text.includes('|')) {
      const text = readableRow(header, line.text);
      if (text !== '') paragraph.push({ text, isOwn: true, isLast: true });
    } else if (!/^[\s|:=*_-]{3,}$/.test(line.text)) paragraph.push(line);
  }
  end();
  return paragraphs;
}

/** Chinese, Japanese and Thai have no blanks between words. */
const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。！？]/u;

/** A paragraph without the line ends that only keep its source narrow. */
function joined(lines: readonly Line[]): string {
  return lines
    .map(({ text, isOwn }, place) => {
      const before = lines[place - 1];
      if (before === undefined) return text;
      if (isOwn || before.isLast) return `\n${text}`;
      const blank = WITHOUT_BLANKS.test(before.text.slice(-1)) ? '' : ' ';
      return `${blank}${text.trimStart()}`;
    })
    .join('');
}

/** Whole paragraphs together, as many as fit. */
function piecesOf(paragraphs: readonly string[]): string[] {
  const pieces: string[] = [];
  for (const paragraph of paragraphs.flatMap(fitting)) {
    const last = pieces.at(-1);
    const joined = last === undefined ? paragraph : `${last}\n\n${paragraph}`;
    if (last !== undefined && joined.length <= PART_CHARS) pieces[pieces.length - 1] = joined;
    else pieces.push(paragraph);
  }
  return pieces;
}

/** A paragraph that is too long, cut after a line, a sentence or a word; never inside a character. */
function fitting(paragraph: string): string[] {
  const cuts: string[] = [];
  let rest = paragraph;
  while (rest.length > PART_CHARS) {
    const head = rest.slice(0, PART_CHARS);
    const end =
      endOf(head, /\n/g) ??
      endOf(head, /[.!?。؟]\s|[。！？]/g) ??
      endOf(head, /\s/g) ??
      wholeCharacters(head);
    cuts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...cuts, rest].filter(Boolean);
}

/** After the last match in the second half. */
function endOf(text: string, separator: RegExp): number | null {
  const [last] = [...text.matchAll(separator)].slice(-1);
  const end = last ? last.index + last[0].length : 0;
  return end > text.length / 2 ? end : null;
}

function wholeCharacters(text: string): number {
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
}
