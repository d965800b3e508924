/** The longest content of a document, in bytes of UTF-8. */
const MOST_BYTES = 65_536;

export const isTooLong = (content: string): boolean =>
  new TextEncoder().encode(content).length > MOST_BYTES;

/** A file of Markdown as a document: its title is the first heading, or else the file's name. */
export function documentOf(name: string, content: string): { title: string; content: string } {
  const [, line = ''] = /^#{1,6}[ \t]+(\S.*)/m.exec(content) ?? [];
  const heading = line.trim().replace(/\s#+$/, '').trim();
  return { title: (heading || name.replace(/\.\w+$/, '')).slice(0, 200), content };
}
