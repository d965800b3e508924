/** The longest content of a document, in bytes of UTF-8. */
const MOST_BYTES = 65_536;

export const isTooLong = (content: string): boolean =>
  new TextEncoder().encode(content).length > MOST_BYTES;

/** Makes a document of a Markdown file. Its title is that of the front matter, else the first heading or file name. */
export function documentOf(name: string, content: string): { title: string; content: string } {
  const [, line = ''] = /^#{1,6}[ \t]+(\S.*)/m.exec(content) ?? [];
  const heading = line.trim().replace(/\s#+$/, '').trim();
  const title = statedTitle(content) || heading || name.replace(/\.\w+$/, '');
  return { title: title.slice(0, 200), content };
}

/** The `title` of the front matter, as site generators read it; empty without one. */
function statedTitle(content: string): string {
  const [first, ...lines] = content.split(/\r\n|[\n\r]/);
  const end = lines.indexOf('---');
  if (first?.replace('\uFEFF', '') !== '---' || end === -1) return '';
  const line = lines.slice(0, end).find((each) => each.startsWith('title:')) ?? '';
  const value = line.slice('title:'.length).trim();
  const [quote = ''] = value;
  const isQuoted = value.length > 1 && `"'`.includes(quote) && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}
