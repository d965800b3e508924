import type { Steps } from '../../platform/slices';
import type { Recognised } from './image';

/** Control characters other than tab, line feed and carriage return. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const MARKUP = /^<(!doctype|html|svg|script|\?xml)/i;

/** In characters. A shorter rest of what we read may be the beginning of markup or of a comment. */
const LONGEST_MARK = 16;

const STEP_BYTES = 64 * 1024;

/** Null if the bytes are no UTF-8, contain control characters, or begin like HTML, SVG or XML. */
export function* readText(file: Buffer): Steps<Recognised | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let at = 0; at === 0 || at < file.length; at += STEP_BYTES) {
    const text = decoded(
      decoder,
      file.subarray(at, at + STEP_BYTES),
      at + STEP_BYTES >= file.length,
    );
    if (text === null || CONTROL.test(text)) return null;
    if (at === 0 && beginsLikeMarkup(text, file.length <= STEP_BYTES)) return null;
    yield;
  }
  return { size: null, kept: [file] };
}

function decoded(decoder: TextDecoder, bytes: Buffer, isLast: boolean): string | null {
  try {
    return decoder.decode(bytes, { stream: !isLast });
  } catch {
    return null;
  }
}

/** Skips comments and spaces. A comment that does not end in what we read may hide anything, so it counts as markup. */
function beginsLikeMarkup(beginning: string, isWhole: boolean): boolean {
  let rest = beginning.trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end < 0) return true;
    rest = rest.slice(end + 3).trimStart();
  }
  return MARKUP.test(rest) || (!isWhole && rest.length < LONGEST_MARK);
}
