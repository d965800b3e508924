import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '@chat-relay/receiver-sdk/signature';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanner, type Scanner } from '../../../src/attachments/scanning/scanner';
import { VIRUS } from '../../support/scanner';

const MAIN = fileURLToPath(
  new URL('../../../../../examples/clamd-scanner/src/main.mjs', import.meta.url),
);
const SECRET = 'the secret of the scanner, 32 bytes and more';
const TOO_MUCH = 3 * 1024 * 1024;

/** Answers INSTREAM as clamd does. */
function startClamd(): Server {
  return createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      const content = contentOf(received);
      if (received.length > TOO_MUCH) socket.end('INSTREAM size limit exceeded. ERROR\0');
      else if (content) {
        socket.end(content.includes(VIRUS) ? 'stream: Test-Virus FOUND\0' : 'stream: OK\0');
      }
    });
  }).listen(0, '127.0.0.1');
}

/** The content of an INSTREAM command; null until all of it has arrived. */
function contentOf(received: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (!received.toString('latin1').startsWith(command)) return null;
  const chunks: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

describe('the scanner of the examples', () => {
  let clamd: Server;
  let program: ChildProcess;
  let url: string;
  let scanner: Scanner;
  beforeAll(async () => {
    clamd = startClamd();
    await once(clamd, 'listening');
    const { port } = clamd.address() as AddressInfo;
    program = spawn(process.execPath, [MAIN], {
      env: { SCAN_SECRET: SECRET, PORT: '0', CLAMD_PORT: `${port}` },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(createInterface(program.stdout!), 'line')) as [string];
    url = line.replace('SCAN_URL=', '');
    scanner = createScanner({ url, secret: SECRET, clock: Date.now });
  });
  afterAll(async () => {
    await scanner.close();
    program.kill();
    clamd.close();
  });

  const scan = (content: Buffer, by = scanner) =>
    by.scan(
      {
        tenantId: '00000000-0000-4000-8000-000000000000',
        uploadId: 'up_1',
        type: 'text/plain',
        bytes: content.length,
        sha256: sha256Hex(content),
      },
      Readable.from([content.subarray(0, 9), content.subarray(9)]),
    );

  it('gives the answer of clamd', async () => {
    expect(await scan(Buffer.alloc(100_000, 'a'))).toBe('clean');
    expect(await scan(Buffer.from(`Look at this: ${VIRUS}`))).toBe('infected');
  });

  it('gives none for what clamd refuses', async () => {
    await expect(scan(Buffer.alloc(TOO_MUCH + 1))).rejects.toThrow();
  });

  it('refuses another secret, and other bytes', async () => {
    const wrong = createScanner({ url, secret: `another ${SECRET}`, clock: Date.now });
    await expect(scan(Buffer.from('some bytes'), wrong)).rejects.toThrow('401');
    await wrong.close();
    const old = createScanner({ url, secret: SECRET, clock: () => Date.now() - 301_000 });
    await expect(scan(Buffer.from('some bytes'), old)).rejects.toThrow('401');
    await old.close();
  });
});
