import type { Readable } from 'node:stream';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { SECOND, type Clock } from '../../platform/clock';
import { createServiceAgent, NO_PROXIES, type Proxies } from '../../platform/http/service-agent';

/** A finished file, without its bytes. */
export interface ScannedFile {
  tenantId: string;
  uploadId: string;
  type: string;
  bytes: number;
  sha256: string;
}

/** The service that scans files for viruses: `SCAN_URL`. */
export interface Scanner {
  /** Sends the bytes and returns the result. Rejects if the response is late, or is anything else. */
  scan(file: ScannedFile, content: Readable): Promise<'clean' | 'infected'>;
  close(): Promise<void>;
}

/** In ms. The limit for one file: a scanner needs some seconds for a large one. */
export const SCAN_TIMEOUT_MS = 60 * SECOND;
const CONNECT_TIMEOUT_MS = 3 * SECOND;
const MAX_ANSWER_BYTES = 4_096;

export function createScanner({
  url,
  secret,
  clock,
  proxies = NO_PROXIES,
  timeoutMs = SCAN_TIMEOUT_MS,
}: {
  url: string;
  secret: string;
  clock: Clock;
  proxies?: Proxies;
  timeoutMs?: number;
}): Scanner {
  // The administrator chose the address, so it may be private.
  const agent = createServiceAgent(url, proxies, { connect: { timeout: CONNECT_TIMEOUT_MS } });
  const { origin, pathname, search } = new URL(url);
  return {
    scan: async ({ tenantId, uploadId, type, bytes, sha256 }, content) => {
      // The signature needs only the hash of the bytes, which is known, so they are never in memory as a whole.
      const signed = signedHeaders({ tenantId, secret, timestampMs: clock(), bodySha256: sha256 });
      const headers = {
        ...signed,
        'x-upload-id': uploadId,
        'content-type': type,
        'content-length': `${bytes}`,
      };
      const signal = AbortSignal.timeout(timeoutMs); // over headers and body
      try {
        const request = {
          origin,
          path: pathname + search,
          method: 'POST',
          headers,
          signal,
        } as const;
        const answer = await agent.request({ ...request, body: content });
        const text = await readShort(answer.body);
        if (answer.statusCode !== 200) throw new Error(`the scanner answered ${answer.statusCode}`);
        return resultIn(text);
      } finally {
        // The response may come before the last byte is sent.
        content.destroy();
      }
    },
    close: () => agent.destroy(),
  };
}

function resultIn(text: string): 'clean' | 'infected' {
  const { scan } = JSON.parse(text) as { scan?: unknown };
  if (scan === 'clean' || scan === 'infected') return scan;
  throw new Error('the scanner answered neither clean nor infected');
}

async function readShort(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the scanner answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
