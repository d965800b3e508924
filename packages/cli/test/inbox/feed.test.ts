import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { openFeed } from '../../src/inbox/feed';

it('sends nothing between the feed’s hello and its answer, and subscribes then', async () => {
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(relay, 'listening');
  const frames: { type: string; id: number; path?: string }[] = [];
  const feed = openFeed({
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    token: 'token',
    workspaceIds: [],
    onUpdate: () => undefined,
    onLink: () => undefined,
    onRefused: () => undefined,
  });
  onTestFinished(async () => {
    await feed.close();
    relay.close();
  });
  const [socket] = (await once(relay, 'connection')) as [WebSocket];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as never));
  await expect.poll(() => frames).toHaveLength(1);
  feed.watch('a');
  feed.watch('b');
  // Frames keep their order: whatever was sent for the watches would be here before the pong.
  const pong = once(socket, 'pong');
  socket.ping();
  await pong;
  expect(frames.map(({ type }) => type)).toEqual(['hello']);
  const heartbeat = { interval: 15_000, timeout: 5_000 };
  socket.send(JSON.stringify({ type: 'hello', id: frames[0]?.id, socket: 'test', heartbeat }));
  await expect.poll(() => frames).toHaveLength(2);
  expect(frames[1]).toMatchObject({ type: 'sub', path: '/conversations/b' });
});
