import { firstHeading } from '../../../desk/markdown-heading';

/** The longest content of a document, in bytes of UTF-8. */
const MOST_BYTES = 65_536;

export const isTooLong = (content: string): boolean =>
  new TextEncoder().encode(content).length > MOST_BYTES;

/** A file of Markdown as a document: its title is the first heading, or else the file's name. */
export function documentOf(name: string, content: string): { title: string; content: string } {
  return { title: (firstHeading(content) ?? name.replace(/\.\w+$/, '')).slice(0, 200), content };
}
