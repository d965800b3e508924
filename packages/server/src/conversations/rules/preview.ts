const MAX_CODE_POINTS = 140;
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const graphemes = new Intl.Segmenter();

/** The beginning of a message on one line: at most 140 code points, and never half of a character. */
export function previewOf(content: string): string {
  const line = content.replace(LINE_BREAKS, ' ');
  if (line.length <= MAX_CODE_POINTS) return line;
  const codePoints = Array.from(line.slice(0, 2 * MAX_CODE_POINTS + 2));
  if (codePoints.length <= MAX_CODE_POINTS) return line;
  // One more code point shows whether the last character continues after the cut.
  const beginning = codePoints.slice(0, MAX_CODE_POINTS + 1).join('');
  const cut = codePoints.slice(0, MAX_CODE_POINTS).join('').length;
  let end = 0;
  for (const { index, segment } of graphemes.segment(beginning)) {
    if (index + segment.length > cut) break;
    end = index + segment.length;
  }
  return beginning.slice(0, end);
}
