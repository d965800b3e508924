import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import accept from '@hapi/accept';
import type { Request, ResponseObject, ResponseToolkit } from '@hapi/hapi';

/** A file of a build for browsers, held in memory. */
export interface BuiltFile {
  type: string;
  /** Uncompressed. */
  content: Buffer;
  /** The hash of the uncompressed bytes, for the ETag. */
  hash: string;
  bytes(coding: Coding): Promise<Buffer>;
  /** Text is offered compressed; images and fonts are compressed already. */
  isText: boolean;
}

/** Path in the folder, with `/` as separator → file. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

/** The `Cache-Control` of a file whose address changes with its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

type Coding = 'br' | 'gzip' | 'identity';
/** Ordered by size: the first one that a browser prefers is used. */
const CODINGS: Coding[] = ['br', 'gzip', 'identity'];

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const TEXT = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest'];

/** The folder of a page's build: in `dist`, also while the relay runs from its source. */
export function buildFolder(name: 'console' | 'widget'): string {
  const isSource = import.meta.url.endsWith('/src/platform/http/built-files.ts');
  return fileURLToPath(new URL(`${isSource ? '../../../dist/' : ''}${name}/`, import.meta.url));
}

/**
 * Reads a build into memory, so that a request never names a file on disk. Files of other types, such as source
 * maps, are left out. Null if there is no such folder.
 */
export function readBuiltFiles(folder: string): BuiltFiles | null {
  if (!existsSync(folder)) return null;
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => extname(path) in TYPES)
      .map((path) => [path.replaceAll('\\', '/'), builtFile(join(folder, path))]),
  );
}

function builtFile(path: string): BuiltFile {
  return builtFileOf(path, readFileSync(path));
}

/** @param name with the extension that says its type */
export function builtFileOf(name: string, bytes: Buffer): BuiltFile {
  const extension = extname(name);
  const compressed = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);
  return {
    type: TYPES[extension]!, // readBuiltFiles leaves others out
    content: bytes,
    hash: createHash('sha256').update(bytes).digest('base64url'),
    isText: TEXT.includes(extension),
    // Compressed at the first request, so that the start does not wait.
    bytes: (coding) => {
      const known = compressed.get(coding) ?? COMPRESS[coding](bytes);
      compressed.set(coding, known);
      return known;
    },
  };
}

const gzipped = promisify(gzip);
const COMPRESS: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: (bytes) => gzipped(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
};

/** Responds with a file, in the coding that the browser prefers. */
export async function sendBuiltFile(
  request: Request,
  h: ResponseToolkit,
  file: BuiltFile,
): Promise<ResponseObject> {
  const accepted = request.headers['accept-encoding'] as string | undefined;
  const coding = file.isText ? (accept.encoding(accepted, CODINGS) as Coding) : 'identity';
  const response = h.response(await file.bytes(coding)).type(file.type);
  if (file.isText) response.vary('Accept-Encoding');
  if (coding !== 'identity') response.header('content-encoding', coding);
  return response.etag(`${file.hash}-${coding}`, { vary: false, weak: false });
}
