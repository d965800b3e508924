import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher } from 'undici';
import { AppError } from '../../platform/errors';
import { SECOND } from '../../platform/clock';
import { createServiceAgent, NO_PROXIES, type Proxies } from '../../platform/http/service-agent';
import type { Bucket } from '../../config/attachments-address';
import { storageAway, type AttachmentStorage } from './storage';

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Limits {
  /** The time to connect, including TLS. */
  connectMs: number;
  /** The time from the end of a request to the response's headers. */
  answerMs: number;
  /** Idle timeout while bytes are sent or received. */
  idleMs: number;
}

const LIMITS: S3Limits = { connectMs: 3 * SECOND, answerMs: 10 * SECOND, idleMs: 15 * SECOND };
/** The size of the pieces that are sent; the idle timeout applies to each. */
const PIECE_BYTES = 65_536;
/** The longest error response, a short XML, that is read. */
const MAX_ERROR_BYTES = 16_384;

type Answer = Dispatcher.ResponseData;

/** Stores files in an S3 bucket, by path-style addresses and with signatures of version 4. */
export function createS3Storage(
  { endpoint, bucket, region }: Bucket,
  keys: S3Keys,
  { limits = LIMITS, proxies = NO_PROXIES }: { limits?: S3Limits; proxies?: Proxies } = {},
): AttachmentStorage {
  const root = new URL(endpoint);
  const agent = createServiceAgent(root.origin, proxies, {
    connect: { timeout: limits.connectMs },
    connections: null, // callers are limited
    headersTimeout: limits.answerMs,
    bodyTimeout: limits.idleMs,
  });
  const folder = `${root.pathname.replace(/\/$/, '')}/${bucket}`;
  const pathOf = (name: string) => `${folder}/${name.slice(0, 2)}/${name}`;

  const send = async (
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    path: string,
    more: {
      body?: AsyncIterable<Buffer>;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    } = {},
  ): Promise<Answer> => {
    const { headers = {}, ...given } = more;
    const signer = new AwsV4Signer({
      method,
      url: root.origin + path,
      headers,
      ...keys,
      service: 's3',
      region,
    });
    const signed = await signer.sign();
    return agent.request({
      origin: root.origin,
      method,
      path,
      headers: Object.fromEntries(signed.headers),
      ...(given as object),
    });
  };

  return {
    put: async (name, source, bytes) => {
      const outgoing = watched(source, limits.idleMs);
      try {
        const answer = await send('PUT', pathOf(name), {
          body: outgoing.chunks,
          headers: { 'content-length': `${bytes}`, 'content-type': 'application/octet-stream' },
          signal: outgoing.stalled,
        });
        if (answer.statusCode !== 200) throw await refusal(answer);
        await answer.body.dump();
      } catch (error) {
        throw outgoing.failure() ?? awayUnlessKnown(error);
      }
    },

    open: async (name) => {
      try {
        const answer = await send('GET', pathOf(name));
        if (answer.statusCode !== 200) throw await refusal(answer);
        return answer.body;
      } catch (error) {
        throw awayUnlessKnown(error);
      }
    },

    remove: async (name) => {
      try {
        const answer = await send('DELETE', pathOf(name));
        // Some servers respond with an error if the object does not exist.
        const error =
          answer.statusCode === 204 || answer.statusCode === 200 ? null : await refusal(answer);
        if (error === null) await answer.body.dump();
        else if (error.code !== 'not_found') throw error;
      } catch (error) {
        throw awayUnlessKnown(error);
      }
    },

    freeBytes: async () => null,

    check: async () => {
      try {
        const answer = await send('HEAD', folder);
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`HEAD ${bucket}: ${answer.statusCode}`);
      } catch (error) {
        throw awayUnlessKnown(error);
      }
    },

    close: () => agent.destroy(),
  };
}

/**
 * Passes a source on as the body of a request. An error of the source is remembered, because undici reports another
 * one. `stalled` aborts the request when the bucket has not accepted the last piece within `idleMs`.
 */
function watched(source: AsyncIterable<Buffer>, idleMs: number) {
  const stalling = new AbortController();
  let failed: { error: unknown } | null = null;
  const chunks = async function* () {
    let timer: NodeJS.Timeout | undefined;
    try {
      for await (const chunk of source) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          timer = setTimeout(() => stalling.abort(), idleMs);
          yield chunk.subarray(at, at + PIECE_BYTES);
          clearTimeout(timer);
        }
      }
    } catch (error) {
      failed = { error };
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    chunks: chunks(),
    stalled: stalling.signal,
    failure: (): unknown => failed?.error ?? null,
  };
}

/** Makes an error with the response's own code and status, for the log. */
async function refusal({ statusCode, body }: Answer): Promise<AppError> {
  let text = '';
  for await (const chunk of body.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > MAX_ERROR_BYTES) break;
  }
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? 'no code';
  const cause = new Error(`the bucket answered ${statusCode}: ${code}`);
  if (code === 'NoSuchKey') return new AppError('not_found', { cause });
  return storageAway(cause);
}

function awayUnlessKnown(error: unknown): AppError {
  return error instanceof AppError ? error : storageAway(error);
}
