import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sha256Hex, signatureOf } from '@chat-relay/receiver-sdk/signature';

/** The scanner of the tests reports each file that contains this. */
export const VIRUS = 'X5O!P%@AP-FOR-TESTS';

export interface TestScanner {
  url: string;
  /** Uploads that it was sent, in order. */
  asked: string[];
  /** The most uploads that it scanned at the same time. */
  mostAtOnce(): number;
  /** Number of requests with a wrong signature. */
  forged: number;
  /** Replaces every response while it is set. */
  failsWith: { status: number; text: string } | null;
  /** Holds all responses back until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** A scanner as its makers would write it: it checks the signature of the bytes. */
export async function startScanner(secret: string): Promise<TestScanner> {
  let atOnce = 0;
  let most = 0;
  let held: Promise<void> = Promise.resolve();
  const scanner: TestScanner = {
    url: '',
    asked: [],
    mostAtOnce: () => most,
    forged: 0,
    failsWith: null,
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const scan = async (request: IncomingMessage) => {
    const bytes = await buffer(request);
    const { headers } = request;
    const timestampMs = Number(headers['x-service-timestamp']);
    const expected = signatureOf({ secret, timestampMs, bodySha256: sha256Hex(bytes) });
    if (headers['x-service-signature'] !== expected) scanner.forged++;
    scanner.asked.push(String(headers['x-upload-id']));
    atOnce++;
    most = Math.max(most, atOnce);
    await held;
    atOnce--;
    if (scanner.failsWith) return scanner.failsWith;
    return {
      status: 200,
      text: JSON.stringify({ scan: bytes.includes(VIRUS) ? 'infected' : 'clean' }),
    };
  };
  const server = createServer((request, response) => {
    void scan(request).then(
      ({ status, text }) => response.writeHead(status).end(text),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scanner.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/scan`;
  return scanner;
}
