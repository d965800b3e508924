import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { EXIT, ExitError } from '../../errors';

/** A file of Markdown, as the document that it becomes. */
export interface FileDocument {
  /** Its path in the folder, with `/`. */
  external_id: string;
  /** What its front matter states, or else its first heading of level 1, or its name. */
  title: string;
  content: string;
  sha256: string;
}

const MAX_BYTES = 65_536;
const MAX_TITLE_CHARS = 200;

/**
 * Every `.md` file of a folder and of the folders in it.
 *
 * @throws {ExitError} if there is none, or a file can't be a document
 */
export function readFolder(folder: string): FileDocument[] {
  const documents = listFiles(folder).map((path) => toDocument(folder, path));
  if (documents.length === 0) {
    throw new ExitError(EXIT.usage, `No .md file in ${folder}. Nothing is changed.`);
  }
  const unfit = documents.filter(
    ({ content }) => content.trim() === '' || Buffer.byteLength(content) > MAX_BYTES,
  );
  if (unfit.length > 0) {
    const paths = unfit.map(({ external_id: path }) => path).join(', ');
    throw new ExitError(
      EXIT.usage,
      `Empty, or over 64 KiB: ${paths}. Fill, split or move them. Nothing is changed.`,
    );
  }
  return documents;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, sep).length))
      .toSorted((a, b) => a.localeCompare(b));
  } catch (error) {
    throw new ExitError(EXIT.usage, `${folder} can't be read. Give a folder.`, { cause: error });
  }
}

function toDocument(folder: string, path: string): FileDocument {
  const content = readFileSync(join(folder, path), 'utf8');
  const [, line = ''] = /^#[ \t]+(\S.*)/m.exec(content) ?? [];
  const heading = line.trim().replace(/\s#+$/, '').trim();
  const title = statedTitle(content) || heading || basename(path, '.md').trim();
  return {
    external_id: path.split(sep).join('/'),
    title: title.slice(0, MAX_TITLE_CHARS),
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
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
