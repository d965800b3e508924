import { createServer, request } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves on a free port until the test is over. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface Reply {
  status: number;
  body: unknown;
}

export async function post(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', ...init });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Sends a chunked body that never ends, and returns the response. */
export function postWithoutEnd(
  url: string,
  headers: Record<string, string>,
  bytes: number,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method: 'POST', headers }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => {
        req.destroy();
        resolve({ status: res.statusCode ?? 0, body: JSON.parse(text) });
      });
    });
    req.on('error', reject);
    req.write(Buffer.alloc(bytes, 'a'));
  });
}
