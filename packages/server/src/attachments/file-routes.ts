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
  /** The network of an address, as a keyed hash. */
  networkOf(ip: string): string;
  transferMs: TransferMs;
}

/** How much of a refused upload is read and dropped, and for how long. */
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

/** Any page may show a file, and read why it can't. */
const PLUGINS = { relay: { route: { area: 'visitor' } } } as never;

/** The two routes of bytes. Their addresses are signed: they take no token. */
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
          // The upload has a timer of its own, which is shorter.
          allowTime(req, transferMs(MAX_ATTACHMENT_BYTES) + MINUTE);
          const incoming = {
            network: networkOf(clientIp(request)),
            body: (signal: AbortSignal) => bodyOf(req, signal),
          };
          const bytes = await uploads.receive(linkOf(request), incoming, declaredBytes(req));
          return h.response(envelope(200, { bytes }));
        } catch (error) {
          await drop(req);
          // Node would read on for as long as a client sends.
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

/** What a request says of its length; null for one in chunks. */
function declaredBytes({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/**
 * The bytes of a request until the signal stops them. The request itself remains, so that it can be answered.
 * @throws {AppError} bad_json for a body that ends early; the signal's reason
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

/** Reads on for a while: a client that sends doesn't read the answer. */
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

/** A client that hardly reads would hold the file open for as long as it likes. */
function cutSlowReader(response: ServerResponse, ms: number): void {
  const timer = setTimeout(() => response.destroy(), ms);
  response.once('close', () => clearTimeout(timer));
}

/** With a name whose end says what the file is, whatever its sender called it. */
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
