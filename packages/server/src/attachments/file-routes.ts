import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Request, Server } from '@hapi/hapi';
import { AppError } from '../platform/errors';
import { UNREAD_BODY } from '../platform/http/body';
import { allowTime } from '../platform/http/server/request-time';
import { envelope } from '../platform/http/envelope';
import { API_PREFIX } from '../platform/http/route';
import type { RateLimiter } from '../platform/rate-limits/rate-limit';
import { MINUTE, SECOND } from '../platform/clock';
import { MAX_ATTACHMENT_BYTES, type AttachmentType } from '../tenants/files/settings';
import type { TransferMs } from './arrivals/transfer-time';
import { isShown, type Attachment } from './attachment';
import type { Downloads } from './downloads';
import { READ_PATH, WRITE_PATH, type LinkQuery } from './links';
import type { Uploads } from './uploads';

export interface FileRoutesOptions {
  uploads: Pick<Uploads, 'receive' | 'open'>;
  downloads: Downloads;
  rateLimiter: RateLimiter;
  clientIp(request: Request): string;
  /** A keyed hash of the network to which an address belongs. */
  networkOf(ip: string): string;
  transferMs: TransferMs;
}

/** The number of bytes of a refused upload that are read and dropped, and the time for it. */
const MAX_DROPPED_BYTES = 1024 * 1024;
const DROPPED_WITHIN_MS = SECOND;
const CACHE_S = 600;

const EXTENSIONS: Record<AttachmentType, readonly string[]> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'text', 'log', 'csv', 'md'],
};

/** Any page may show a file, and read why it can't be shown. */
const PLUGINS = { relay: { route: { area: 'visitor' } } } as never;

/** Registers the two routes for the bytes of files. Their addresses are signed, so they need no token. */
export function registerFileRoutes(
  server: Server,
  { uploads, downloads, rateLimiter, clientIp, networkOf, transferMs }: FileRoutesOptions,
): void {
  const admit = (request: Request): Promise<void> =>
    rateLimiter.consume('visitor_per_ip', clientIp(request));

  server.route([
    {
      method: 'PUT',
      path: API_PREFIX + WRITE_PATH,
      options: { auth: false, plugins: PLUGINS, payload: UNREAD_BODY },
      handler: async (request, h) => {
        const { req, res } = request.raw;
        try {
          await admit(request);
          // The upload has a shorter timer of its own.
          allowTime(req, transferMs(MAX_ATTACHMENT_BYTES) + MINUTE);
          const incoming = {
            network: networkOf(clientIp(request)),
            body: (signal: AbortSignal) => bodyOf(req, signal),
          };
          const bytes = await uploads.receive(linkOf(request), incoming, declaredBytes(req));
          return h.response(envelope(200, { bytes }));
        } catch (error) {
          await drop(req);
          // Otherwise Node would continue to read for as long as the client sends.
          if (!req.complete) res.shouldKeepAlive = false;
          throw error;
        }
      },
    },
    {
      method: 'GET',
      path: API_PREFIX + READ_PATH,
      options: { auth: false, plugins: PLUGINS },
      handler: async (request, h) => {
        await admit(request);
        const free = downloads.enter(networkOf(clientIp(request)));
        request.raw.res.once('close', free);
        const { attachment, stream } = await uploads.open(linkOf(request));
        cutSlowReader(request.raw.res, transferMs(attachment.bytes));
        const { type, bytes, sha256 } = attachment;
        const response = h.response(stream).bytes(bytes);
        response.type(type === 'text/plain' ? 'text/plain; charset=utf-8' : type);
        return response
          .etag(sha256)
          .header('cache-control', `private, max-age=${CACHE_S}`)
          .header('content-disposition', dispositionOf(attachment))
          .header('content-security-policy', 'sandbox')
          .header('cross-origin-resource-policy', 'cross-origin');
      },
    },
  ]);
}

/** @throws {AppError} link_invalid */
function linkOf({ query }: Request): LinkQuery {
  const { upload_id, expires, signature } = query as Partial<Record<string, unknown>>;
  if (typeof upload_id !== 'string' || typeof signature !== 'string') {
    throw new AppError('link_invalid');
  }
  if (typeof expires !== 'string' || !/^\d{1,15}$/.test(expires)) {
    throw new AppError('link_invalid');
  }
  return { upload_id, expires: Number(expires), signature };
}

/** The length in the request's header; null if the body comes in chunks. */
function declaredBytes({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/**
 * Yields the bytes of a request until the signal stops them. The request stays open, so that a response can be sent.
 * @throws {AppError} bad_json if the body ends early; the signal's reason
 */
async function* bodyOf(request: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  const body = new PassThrough();
  const cut = () => void (request.complete || body.destroy(new Error('the request was cut off')));
  const stop = () => body.destroy(new Error('stopped'));
  request.once('close', cut);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    if (request.destroyed) cut();
    request.pipe(body);
    for await (const chunk of body) yield chunk as Buffer;
  } catch (cause) {
    signal.throwIfAborted();
    throw new AppError('bad_json', { message: 'The bytes did not all arrive.', cause });
  } finally {
    request.unpipe(body);
    request.off('close', cut);
    signal.removeEventListener('abort', stop);
  }
}

/** Reads and drops the rest for a while, because a client that is sending does not read the response. */
function drop(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.complete || request.destroyed) return resolve();
    let dropped = 0;
    const read = (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > MAX_DROPPED_BYTES) stop();
    };
    const stop = () => {
      clearTimeout(timer);
      request.off('data', read).pause();
      resolve();
    };
    const timer = setTimeout(stop, DROPPED_WITHIN_MS);
    request.on('data', read).once('end', stop).once('close', stop);
  });
}

/** Limits the time of a download: a client that hardly reads would keep the file open. */
function cutSlowReader(response: ServerResponse, ms: number): void {
  const timer = setTimeout(() => response.destroy(), ms);
  response.once('close', () => clearTimeout(timer));
}

/**
 * Makes the `Content-Disposition`. The file's name gets the extension of its real type, whatever its sender named it.
 */
function dispositionOf(attachment: Attachment): string {
  const { type, name } = attachment;
  const [first, ...others] = EXTENSIONS[type];
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  const isRight = name.includes('.') && [first, ...others].includes(ending);
  const fileName = isRight ? name : `${name}.${first}`;
  const plain = fileName.replace(/[^\x20-\x7e]|["\\/%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const kind = isShown(attachment) ? 'inline' : 'attachment';
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
