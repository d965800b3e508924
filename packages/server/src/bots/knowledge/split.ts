/** A part of a document, as it is indexed and quoted. */
export interface Part {
  /** The headings that it is under, the outermost first. */
  headings: readonly string[];
  /** Readable text, at most 800 characters. */
  text: string;
}

const PART_CHARS = 800;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const HTML_HEADING = /^\s*<h([1-6])[^<>]*>(.*?)<\/h\1>\s*$/i;
const FENCE = /^ {0,3}(```+|~~~+)/;
/** Comments, and characters that no one sees but that turn a text around or hide one in it. */
const HIDDEN =
  /<!--(?:(?!-->)[\s\S])*(?:-->|$)|[\u200B\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
const FRONT_MATTER = /^\uFEFF?---\r?\n[\s\S]*?\r?\n---\s*(?:\r?\n|$)/;

/** Splits Markdown by its headings, and long sections between their paragraphs. A section without text has no part. */
export function splitDocument(markdown: string): Part[] {
  const parts: Part[] = [];
  const headings: string[] = [];
  let lines: string[] = [];
  let fence: string | null = null;

  const endSection = (): void => {
    const trail = headings.filter(Boolean);
    for (const text of piecesOf(plainText(lines))) parts.push({ headings: trail, text });
    lines = [];
  };

  for (const line of markdown.replace(FRONT_MATTER, '').replaceAll(HIDDEN, '').split(/\r?\n/)) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (mark !== undefined && (fence === null || mark.startsWith(fence))) {
      fence = fence === null ? mark : null;
      continue;
    }
    const heading = fence === null ? headingOf(line) : null;
    if (!heading) {
      lines.push(fence === null && line !== '' ? withoutMarkup(line) : line);
      continue;
    }
    endSection();
    headings.length = Math.min(headings.length, heading.level - 1);
    headings[heading.level - 1] = heading.title;
  }
  endSection();
  return parts;
}

function headingOf(line: string): { level: number; title: string } | null {
  const [, hashes, markdown = ''] = HEADING.exec(line) ?? [];
  const [, level, html = ''] = HTML_HEADING.exec(line) ?? [];
  if (hashes === undefined && level === undefined) return null;
  const title = withoutMarkup(markdown || html).trim();
  return { level: hashes?.length ?? Number(level), title: title.slice(0, PART_CHARS) };
}

/** The paragraphs of a section; lines that only draw a table or a rule are left out. */
function plainText(lines: readonly string[]): string[] {
  return lines
    .filter((line) => !/^[\s|:=*_-]{3,}$/.test(line))
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '');
}

/** As visitors can read it: a message shows no Markdown. */
function withoutMarkup(line: string): string {
  return line
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/!\[([^[\]]*)\]\([^()\s]*(?:\s[^()]*)?\)/g, '$1')
    .replaceAll(/\[([^[\]]+)\]\((https?:[^()\s]+)[^()]*\)/g, '$1 ($2)')
    .replaceAll(/\[([^[\]]+)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/(\*\*|__|`+)(?=\S)(.{0,200}?\S)\1/g, '$2')
    .replace(/^ {0,3}>\s?/, '');
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
