import type { Recognised } from './image';

/** All but tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const MARKUP = /^<(!doctype|html|svg|script|\?xml)/i;

/** Null for bytes that are no UTF-8, contain control characters, or begin like HTML, SVG or XML. */
export function readText(file: Buffer): Recognised | null {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return null;
  }
  if (CONTROL.test(text) || beginsLikeMarkup(text)) return null;
  return { size: null, kept: [file] };
}

/** Behind any number of comments and blanks. One that does not end may hide anything. */
function beginsLikeMarkup(text: string): boolean {
  let rest = text.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end < 0) return true;
    rest = rest.slice(end + 3).trimStart();
  }
  return MARKUP.test(rest);
}
