import type { IncomingMessage } from 'node:http';
import type { Request, Server } from '@hapi/hapi';
import { AppError } from '../platform/errors';
import { UNREAD_BODY } from '../platform/http/body';
import { envelope } from '../platform/http/envelope';
import { API_PREFIX } from '../platform/http/route';
import type { RateLimiter } from '../platform/rate-limits/rate-limit';
import { SECOND } from '../platform/clock';
import type { AttachmentType } from '../tenants/files/settings';
import { isShown, type Attachment } from './attachment';
import { READ_PATH, WRITE_PATH, type LinkQuery } from './links';
import type { Uploads } from './uploads';

export interface FileRoutesOptions {
  uploads: Pick<Uploads, 'receive' | 'open'>;
  rateLimiter: RateLimiter;
  clientIp(request: Request): string;
}

/** Without a byte for so long, an upload is cut off. */
const IDLE_MS = 15 * SECOND;
/** How much of a refused upload is read and dropped: a client that sends doesn't read answers. */
const MAX_DROPPED_BYTES = 1024 * 1024;
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
  { uploads, rateLimiter, clientIp }: FileRoutesOptions,
): void {
  const admit = (request: Request): Promise<void> =>
    rateLimiter.consume('visitor_per_ip', clientIp(request));

  server.route([
    {
      method: 'PUT',
      path: API_PREFIX + WRITE_PATH,
      options: { auth: false, plugins: PLUGINS, payload: UNREAD_BODY },
      handler: async (request, h) => {
        const { req } = request.raw;
        try {
          await admit(request);
          const bytes = await uploads.receive(linkOf(request), bodyOf(req));
          return h.response(envelope(200, { bytes }));
        } catch (error) {
          await drop(req);
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
        const { attachment, stream } = await uploads.open(linkOf(request));
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

/** @throws {AppError} bad_json for a body that stalls or ends early */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  const cut = () => request.destroy(new Error('no bytes came for too long'));
  let timer = setTimeout(cut, IDLE_MS);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer);
      yield chunk as Buffer;
      timer = setTimeout(cut, IDLE_MS);
    }
  } catch (error) {
    throw new AppError('bad_json', { message: 'The bytes did not all arrive.', cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads on for a while, so that the client can read the reason. */
async function drop(request: IncomingMessage): Promise<void> {
  let dropped = 0;
  const timer = setTimeout(() => request.destroy(), SECOND);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      dropped += (chunk as Buffer).length;
      if (dropped > MAX_DROPPED_BYTES) break;
    }
  } catch {
    // The client has gone.
  } finally {
    clearTimeout(timer);
  }
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
