import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createSocketUpkeep } from '../../../src/conversations/sockets/keepalive';
import { RawSocket } from '../../support/raw-socket';

const MIB = 1024 * 1024;
const upkeep = createSocketUpkeep();
let server: WebSocketServer;

beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(() => {
  upkeep.stop();
  server.close();
});

it('ends a reader at once when more than 4 MiB are unsent', async () => {
  const accepted = once(server, 'connection') as Promise<[WebSocket]>;
  const reader = await RawSocket.open(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    '/',
  );
  reader.stopReading();
  const [socket] = await accepted;
  let ends = 0;
  let unsentAtEnd = 0;
  upkeep.add(socket, () => {
    ends++;
    unsentAtEnd = socket.bufferedAmount;
    socket.terminate();
  });
  const frame = 'x'.repeat(64 * 1024);
  for (let written = 0; written < 64 * MIB && ends === 0; written += frame.length) {
    socket.send(frame);
    upkeep.noteWrite(socket);
  }
  expect(ends).toBe(1);
  expect(unsentAtEnd).toBeGreaterThan(4 * MIB);
  expect(unsentAtEnd).toBeLessThan(4 * MIB + 2 * frame.length);
  reader.destroy();
});
