import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { EXIT, ExitError } from '../../errors';

/** A Markdown file, with the fields of the document that it becomes. */
export interface FileDocument {
  /** The file's path in the folder, with `/`. */
  external_id: string;
  /** The title in the front matter, else the first heading of level 1, else the file's name. */
  title: string;
  content: string;
  sha256: string;
}

/** A file that can't be a document. */
export interface SkippedFile {
  external_id: string;
  reason: string;
}

const MAX_BYTES = 65_536;
const MAX_TITLE_CHARS = 200;

/**
 * Reads every `.md` file of a folder and its subfolders, as a document, or skipped with a reason.
 *
 * @throws {ExitError} if there is none
 */
export function readFolder(folder: string): { documents: FileDocument[]; skipped: SkippedFile[] } {
  const paths = listFiles(folder);
  if (paths.length === 0) {
    throw new ExitError(EXIT.usage, `No .md file in ${folder}. Nothing is changed.`);
  }
  const documents: FileDocument[] = [];
  const skipped: SkippedFile[] = [];
  for (const path of paths) {
    const external_id = path.split(sep).join('/');
    const read = readContent(join(folder, path));
    if ('reason' in read) skipped.push({ external_id, ...read });
    else documents.push(toDocument(external_id, read.content));
  }
  return { documents, skipped };
}

function readContent(file: string): { content: string } | { reason: string } {
  try {
    if (statSync(file).size > MAX_BYTES) return { reason: 'it has over 64 KiB. Split it.' };
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      readFileSync(file),
    );
    return content.trim() === '' ? { reason: 'it is empty.' } : { content };
  } catch (error) {
    const isText = !(error instanceof TypeError);
    return { reason: isText ? "it can't be read." : 'it is not UTF-8.' };
  }
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

function toDocument(path: string, content: string): FileDocument {
  const [, line = ''] = /^#[ \t]+(\S.*)/m.exec(content) ?? [];
  const heading = line.trim().replace(/\s#+$/, '').trim();
  const title = statedTitle(content) || heading || basename(path, '.md').trim();
  return {
    external_id: path,
    title: title.slice(0, MAX_TITLE_CHARS),
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
}

/** Returns the `title` of the front matter, in the way site generators read it; empty if there is none. */
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
