import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createS3Storage } from '../../../src/attachments/storage/s3';
import type { AttachmentStorage } from '../../../src/attachments/storage/storage';
import { AppError } from '../../../src/platform/errors';

const LIMITS = { connectMs: 300, answerMs: 300, idleMs: 300 };
const NAME = 'ab0123456789abcdef0123456789abcd';
const KEYS = { accessKeyId: 'key', secretAccessKey: 'a-secret-of-the-bucket' };
/** Larger than all buffers between the relay and the bucket. */
const MANY = 64 * 1024 * 1024;

async function* zeros(): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < MANY; sent += 65_536) yield Buffer.alloc(65_536);
}

const everyCall = (storage: AttachmentStorage): (() => Promise<unknown>)[] => [
  () => storage.put(NAME, zeros(), MANY),
  () => storage.open(NAME),
  () => storage.remove(NAME),
];

describe('a bucket that is full, slow or unreachable', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  async function bucketThat(answers: RequestListener) {
    server = createServer(answers).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = { endpoint: `http://127.0.0.1:${port}`, bucket: 'files', region: 'eu' };
    return createS3Storage(address, KEYS, { limits: LIMITS });
  }
  async function failureOf(work: Promise<unknown>): Promise<AppError> {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof AppError)) throw new Error(`no refusal: ${String(error)}`);
    return error;
  }

  it.each([
    [503, 'SlowDown'],
    [507, 'InsufficientStorage'],
    [403, 'QuotaExceeded'],
    [500, 'InternalError'],
    [301, 'PermanentRedirect'],
  ])('is unavailable at %s %s, and the log tells it without the secret', async (status, code) => {
    const storage = await bucketThat((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(status, { location: 'http://127.0.0.1:1/' });
        response.end(`<Error><Code>${code}</Code><Message>x</Message></Error>`);
      });
    });
    for (const work of everyCall(storage)) {
      const { code: refused, cause, retryAfterS } = await failureOf(work());
      expect([refused, retryAfterS]).toEqual(['storage_unavailable', 5]);
      expect((cause as Error).message).toBe(`the bucket answered ${status}: ${code}`);
    }
    await storage.close();
  });

  it('is given up when it takes no more bytes', async () => {
    const storage = await bucketThat((request) => void request.pause());
    expect((await failureOf(storage.put(NAME, zeros(), MANY))).code).toBe('storage_unavailable');
    await storage.close();
  });

  it('is given up when it takes all and does not answer', async () => {
    const storage = await bucketThat((request) => void request.resume());
    for (const work of everyCall(storage)) {
      expect((await failureOf(work())).code).toBe('storage_unavailable');
    }
    await storage.close();
  });

  it('fails a file that stops in the middle, or is shorter than it says', async () => {
    let isCut = false;
    const storage = await bucketThat((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => isCut && response.destroy());
    });
    await expect(buffer(await storage.open(NAME))).rejects.toThrow();
    isCut = true;
    await expect(buffer(await storage.open(NAME))).rejects.toThrow();
    await storage.close();
  });

  it('is unavailable where nothing listens', async () => {
    const storage = createS3Storage(
      { endpoint: 'http://127.0.0.1:1', bucket: 'files', region: 'eu' },
      KEYS,
      { limits: LIMITS },
    );
    expect((await failureOf(storage.put(NAME, zeros(), MANY))).code).toBe('storage_unavailable');
    expect((await failureOf(storage.check())).code).toBe('storage_unavailable');
    await storage.close();
  });
});
