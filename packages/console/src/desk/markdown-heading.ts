/**
 * The first heading of a text in Markdown, without the marks that close it; null without one.
 * @param levels how many levels count, from the first
 */
export function firstHeading(markdown: string, levels = 6): string | null {
  for (const line of markdown.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const [start, hashes = ''] = /^(#{1,6})\s/.exec(line) ?? [];
    if (start === undefined || hashes.length > levels) continue;
    const title = withoutClosingHashes(line.slice(start.length).trim());
    if (title !== '') return title;
  }
  return null;
}

/** Read from the end: a pattern would try each blank of a long line again. */
function withoutClosingHashes(title: string): string {
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return title.slice(0, end).trimEnd();
}
