import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

export interface S3Server {
  endpoint: string;
  /** Settings of a relay that uses it. */
  env: Record<string, string>;
  /** The folder with the bucket's files. */
  folder: string;
  /** Makes the server unreachable until `start`, which brings it back with all its files. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  close(): Promise<void>;
}

export const BUCKET = 'files-of-messages';
/** The only account that the server knows. */
export const S3_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A server that speaks S3, checks signatures, and has one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'chat-relay-s3-'));
  let running: S3rver | null = null;
  let port = 0;
  const start = async (): Promise<void> => {
    running = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    ({ port } = await running.run());
  };
  const stop = async (): Promise<void> => {
    const closed = running?.close();
    running?.httpServer.closeAllConnections();
    running = null;
    await closed;
  };
  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    env: {
      ATTACHMENTS_URL: `s3://${BUCKET}?endpoint=${endpoint}`,
      ATTACHMENTS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      ATTACHMENTS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    },
    folder: join(directory, BUCKET),
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
