import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from '../../../src/attachments/storage/disk';
import { createS3Storage } from '../../../src/attachments/storage/s3';
import type { AttachmentStorage } from '../../../src/attachments/storage/storage';
import { AppError } from '../../../src/platform/errors';
import { BUCKET, S3_KEYS, startS3Server } from '../../support/s3-server';

interface Opened {
  storage: AttachmentStorage;
  close(): Promise<void>;
}

const KINDS: [string, () => Promise<Opened>][] = [
  [
    'a folder',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'chat-relay-files-'));
      return {
        storage: createDiskStorage(join(folder, 'attachments')),
        close: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  ],
  [
    'a bucket of a server that checks signatures',
    async () => {
      const server = await startS3Server();
      const { endpoint } = server;
      const bucket = { endpoint, bucket: BUCKET, region: 'eu-west-3' };
      const storage = createS3Storage(bucket, S3_KEYS);
      return {
        storage,
        close: async () => {
          await storage.close();
          await server.close();
        },
      };
    },
  ],
];

const NAME = 'ab0123456789abcdef0123456789abcd';
const MIB = 1024 * 1024;

async function* pieces(...parts: Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield part;
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe.each(KINDS)('the storage of files in %s', (_kind, open) => {
  let opened: Opened;
  let storage: AttachmentStorage;
  beforeAll(async () => {
    opened = await open();
    ({ storage } = opened);
  });
  afterAll(() => opened.close());

  const read = async (name: string) => buffer(await storage.open(name));

  it('gives back what was put, piece by piece', async () => {
    const parts = Array.from({ length: 24 }, (_, n) => Buffer.alloc(MIB / 4, n));
    await storage.put(NAME, pieces(...parts), 6 * MIB);
    expect((await read(NAME)).equals(Buffer.concat(parts))).toBe(true);
    await storage.check();
  });

  it('has nothing after a removal, and takes one of what is not there', async () => {
    const name = NAME.replace('ab', 'cd');
    await storage.put(name, pieces(Buffer.from('x')), 1);
    await storage.remove(name);
    expect(await codeOf(storage.open(name))).toBe('not_found');
    await storage.remove(name);
  });

  it('reports the error of a source that fails, and has nothing of it after a removal', async () => {
    const name = NAME.replace('ab', 'ef');
    const broken = async function* () {
      yield Buffer.alloc(100);
      throw new AppError('attachment_too_large');
    };
    expect(await codeOf(storage.put(name, broken(), 200))).toBe('attachment_too_large');
    await storage.remove(name);
    expect(await codeOf(storage.open(name))).toBe('not_found');
  });
});

describe('the storage of files in a bucket', () => {
  it.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, {}],
    ['an unknown key', { accessKeyId: 'AKIA' }, {}],
    ['a bucket that is not there', {}, { bucket: 'none' }],
  ])('is unavailable with %s', async (_what, keys, address) => {
    const server = await startS3Server();
    const bucket = { endpoint: server.endpoint, bucket: BUCKET, region: 'eu-west-3', ...address };
    const storage = createS3Storage(bucket, { ...S3_KEYS, ...keys });
    const calls = [
      storage.put(NAME, pieces(Buffer.from('x')), 1),
      storage.open(NAME),
      storage.remove(NAME),
      storage.check(),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'storage_unavailable'));
    await storage.close();
    await server.close();
  });
});
