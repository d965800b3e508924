import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../../src/callbacks/delivery/address-guard';
import { createSender, type SenderOptions } from '../../../src/callbacks/delivery/sender';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const localGuard = createAddressGuard({ allowCidrs: [], isLocal: true });

function senderWith(options: Partial<SenderOptions> = {}) {
  const sender = createSender({ guard: localGuard, timeoutMs: 2000, ...options });
  cleanups.push(() => sender.close());
  return sender;
}

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

const serve = (handler: http.RequestListener) => listen(http.createServer(handler));
const serveRaw = (handler: (socket: net.Socket) => void) => listen(net.createServer(handler));

function post(port: number, sender = senderWith(), path = '/hook') {
  return sender.post({
    url: `http://127.0.0.1:${port}${path}`,
    headers: { 'content-type': 'application/json', 'x-service-tenant': 't1' },
    body: Buffer.from('{"a":"é"}'),
  });
}

describe('a callback that is answered', () => {
  it("sends a callback's bytes, path and headers and returns the answer", async () => {
    let seen: unknown;
    const port = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        seen = { method, url, body: Buffer.concat(chunks).toString(), headers };
        response.writeHead(202, {
          'content-type': 'application/json',
          'retry-after': '7',
          'x-other': '1',
        });
        response.end('{"received": true, "by": "Zoé"}');
      });
    });
    const attempt = await post(port);
    expect(attempt).toEqual({
      kind: 'responded',
      status: 202,
      bodyText: '{"received": true, "by": "Zoé"}',
      headers: { 'content-type': 'application/json', 'retry-after': '7', date: expect.any(String) },
      durationMs: expect.any(Number),
    });
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/hook',
      body: '{"a":"é"}',
      headers: {
        'content-length': '10',
        'content-type': 'application/json',
        'x-service-tenant': 't1',
      },
    });
  });

  it('keeps connections for the next callback', async () => {
    let connections = 0;
    const server = http.createServer((_, response) => response.end('ok'));
    server.on('connection', () => (connections += 1));
    const port = await listen(server);
    const sender = senderWith();
    for (let i = 0; i < 20; i += 1) expect(await post(port, sender)).toMatchObject({ status: 200 });
    // undici opens a second one when it is asked before the first has quite come free.
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('follows no redirect of a receiver', async () => {
    let hits = 0;
    const inner = await serve((_, response) => {
      hits += 1;
      response.end();
    });
    const port = await serve((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/secret` }).end();
    });
    expect(await post(port)).toMatchObject({
      kind: 'responded',
      status: 307,
      headers: { location: `http://127.0.0.1:${inner}/secret` },
    });
    expect(hits).toBe(0);
  });

  it('reads 64 KiB of an answer of 10 MB and closes the connection', async () => {
    let sent = 0;
    let isCut = false;
    const port = await serve((_, response) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        while (sent < 10_000_000 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      response.on('close', () => (isCut = !response.writableFinished));
      more();
    });
    const attempt = await post(port);
    expect(attempt).toMatchObject({ kind: 'responded', status: 200 });
    expect(attempt.kind === 'responded' && attempt.bodyText.length).toBe(65_536);
    await expect.poll(() => isCut).toBe(true);
    expect(sent).toBeLessThan(10_000_000);
  });

  it('reads an answer of exactly the limit', async () => {
    const port = await serve((_, response) => response.end(Buffer.alloc(65_536, 'y')));
    const attempt = await post(port);
    expect(attempt.kind === 'responded' && attempt.bodyText).toBe('y'.repeat(65_536));
  });

  it('does not decompress an answer', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const port = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const attempt = await post(port);
    expect(attempt).toMatchObject({ kind: 'responded', status: 200 });
    expect(attempt.kind === 'responded' && attempt.bodyText.length).toBeLessThanOrEqual(
      bomb.length,
    );
  });
});

describe('a callback that is not answered', () => {
  it('ends an attempt when the receiver never answers', async () => {
    const port = await serve(() => {});
    const attempt = await post(port, senderWith({ timeoutMs: 200 }));
    expect(attempt).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(190);
    expect(attempt.durationMs).toBeLessThan(1500);
  });

  it('ends an attempt whose answer body never ends', async () => {
    let isCut = false;
    const port = await serve((request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      request.socket.on('close', () => {
        clearInterval(drip);
        isCut = true;
      });
    });
    const attempt = await post(port, senderWith({ timeoutMs: 300 }));
    expect(attempt).toMatchObject({ kind: 'failed', reason: 'timeout' });
    await expect.poll(() => isCut).toBe(true);
  });

  it('ends an attempt whose answer headers never end', async () => {
    const port = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await post(port, senderWith({ timeoutMs: 300 }))).toMatchObject({ reason: 'timeout' });
  });

  it('distinguishes a reset before the answer from one within it', async () => {
    const before = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await post(before)).toMatchObject({ kind: 'failed', reason: 'reset' });

    const closed = await serveRaw((socket) => socket.once('data', () => socket.end()));
    expect(await post(closed)).toMatchObject({ kind: 'failed', reason: 'reset' });

    const within = await serveRaw((socket) =>
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', () => socket.destroy());
      }),
    );
    expect(await post(within)).toMatchObject({ kind: 'failed', reason: 'reset' });
  });

  it('does not send the same signature again after a reset', async () => {
    let requests = 0;
    const server = http.createServer((request, response) => {
      requests += 1;
      if (requests === 1) return void response.end('ok');
      request.socket.resetAndDestroy();
    });
    const port = await listen(server);
    const sender = senderWith();
    expect(await post(port, sender)).toMatchObject({ status: 200 });
    expect(await post(port, sender)).toMatchObject({ reason: 'reset' });
    expect(requests).toBe(2);
  });

  it('names a refused connection, an unknown name, bad TLS and bad HTTP', async () => {
    const sender = senderWith();
    const gone = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => gone.once('listening', resolve));
    const { port: refused } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    expect(await post(refused, sender)).toMatchObject({ reason: 'connect' });
    const byName = { url: `http://localhost:${refused}/`, headers: {}, body: Buffer.from('{}') };
    const message = expect.stringContaining('ECONNREFUSED');
    expect(await sender.post(byName)).toMatchObject({ reason: 'connect', message });

    const to = (url: string) => sender.post({ url, headers: {}, body: Buffer.from('{}') });
    expect(await to('https://nowhere.invalid/hook')).toMatchObject({ reason: 'dns' });

    const plain = await serve((_, response) => response.end());
    expect(await to(`https://127.0.0.1:${plain}/`)).toMatchObject({ reason: 'tls' });
    const bare = await listen(tls.createServer({}));
    expect(await to(`https://127.0.0.1:${bare}/`)).toMatchObject({ reason: 'tls' });

    const chatter = await serveRaw((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    expect(await post(chatter, sender)).toMatchObject({ reason: 'protocol' });
    const wordy = await serveRaw((socket) =>
      socket.once('data', () =>
        socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
      ),
    );
    expect(await post(wordy, sender)).toMatchObject({ reason: 'protocol' });
  });

  it('does not wait the whole time for a TLS handshake', async () => {
    const port = await serveRaw(() => {});
    const sender = senderWith({ timeoutMs: 8000, connectTimeoutMs: 300 });
    const url = `https://127.0.0.1:${port}/`;
    const attempt = await sender.post({ url, headers: {}, body: Buffer.from('{}') });
    expect(attempt).toMatchObject({ kind: 'failed', reason: 'connect' });
    expect(attempt.durationMs).toBeLessThan(4000);
  });

  it('leaves connections for other callbacks to the same origin', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/quick') response.end('ok');
    });
    const sender = senderWith({ timeoutMs: 1500 });
    const hanging = Array.from({ length: 8 }, () => post(port, sender, '/hang'));
    expect(await post(port, sender, '/quick')).toMatchObject({ status: 200 });
    for (const attempt of await Promise.all(hanging))
      expect(attempt).toMatchObject({ reason: 'timeout' });
  });

  it('ends open attempts when the sender closes', async () => {
    const port = await serve(() => {});
    const sender = createSender({ guard: localGuard });
    const pending = post(port, sender);
    await sender.close();
    expect(await pending).toMatchObject({ kind: 'failed', reason: 'reset' });
  });
});
