import ts from 'typescript';

/** Stands for each character of code, so that positions stay and the words around code don't become neighbours. */
const CODE = '\0';

/**
 * The text that people read in a file, with everything else blanked: in Markdown all but code, in a style sheet
 * the comments, in a program the comments and the strings of more than one word. Backticks mark code everywhere.
 * @param {string} path @param {string} text
 */
export function proseOf(path, text) {
  if (path.endsWith('.md')) return withoutCodeSpans(withoutBlocksAndLinks(text));
  if (path.endsWith('.css')) return withoutCodeSpans(commentsOf(text));
  return /\.(ts|tsx|mjs|js)$/.test(path) ? proseOfProgram(path, text) : withoutCodeSpans(text);
}

/** @param {string} text */
function withoutBlocksAndLinks(text) {
  return withoutBlocks(text).replaceAll(/\]\([^()\s]*\)/g, blank);
}

/** @param {string} text */
function withoutBlocks(text) {
  /** @type {string | null} */
  let fence = null;
  const lines = text.split('\n').map((line) => {
    const mark = /^ *(```+)/.exec(line)?.[1] ?? null;
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence)) {
      fence = null;
      return blank(line);
    }
    return fence === null ? line : blank(line);
  });
  return lines.join('\n');
}

/** @param {string} text a style sheet */
function commentsOf(text) {
  return text
    .split('*/')
    .map((part) => {
      const start = part.indexOf('/*');
      return start === -1 ? blank(part) : blank(part.slice(0, start)) + part.slice(start);
    })
    .join('*/');
}

/** @param {string} path @param {string} text */
function proseOfProgram(path, text) {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  let prose = blank(text);
  /** @param {number} start @param {number} end */
  const keep = (start, end) => {
    const passage = withoutCodeSpans(text.slice(start, end));
    prose = prose.slice(0, start) + passage + prose.slice(end);
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isText(node)) keep(node.getStart(file) + 1, node.getEnd() - 1);
    const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0) keepComments(node);
    children.forEach(visit);
  };
  /**
   * Each comment lies before one token, at the end of the line before or on lines of its own.
   * @param {ts.Node} token
   */
  const keepComments = (token) => {
    if (ts.isJsxText(token)) return;
    const from = token.getFullStart();
    const comments = [
      ...(ts.getTrailingCommentRanges(text, from) ?? []),
      ...(ts.getLeadingCommentRanges(text, from) ?? []),
    ];
    for (const { pos, end } of comments) keep(pos, end);
  };
  visit(file);
  // A sentence continues over the lines of a comment.
  return prose.replaceAll(/^([ \0]*)(\/\/|\*)/gm, (marker) => ' '.repeat(marker.length));
}

/** @param {ts.Node} node @returns {boolean} whether it is a text of several words: one word is a value */
function isText(node) {
  if (ts.isJsxText(node)) return true;
  return (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) && /\S\s+\S/.test(node.text);
}

/** @param {string} text without names and values of the wire, which are in backticks */
function withoutCodeSpans(text) {
  return text.replaceAll(/(?<!`)(\\?`+)(?!`)[^`]+\1/g, blank);
}

/** @param {string} text */
function blank(text) {
  return text.replaceAll(/\S/g, CODE);
}
