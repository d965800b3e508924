import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FeedClient } from '../../support/feed-client';
import { RawSocket } from '../../support/raw-socket';
import { startRelay, useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

describe('hostile visitors', () => {
  const test = useRelay({ env: { LIMIT_OPEN_SOCKETS_PER_IP: '4' } });
  let world: World;

  beforeAll(async () => {
    world = await createWorld(test.url);
  });
  afterEach(() => void vi.restoreAllMocks());

  /** How many of the flood's frames have been parsed in this process, which is the relay's. */
  function countParsed(): () => number {
    const parse = vi.spyOn(JSON, 'parse');
    return () => parse.mock.calls.filter(([text]) => String(text).includes('flood')).length;
  }

  async function openSockets(): Promise<number> {
    const text = await (await fetch(`${test.url}/metrics`)).text();
    return Number(/^relay_sockets_open\{kind="visitor"\} (\d+)$/m.exec(text)?.[1]);
  }

  async function rawVisitor(): Promise<RawSocket> {
    const { token } = await createVisitor(test.url, world);
    const socket = await RawSocket.open(test.url, `/api/v1/ws/widget?token=${token}`);
    if (!socket.received.includes('"welcome"')) await socket.receive();
    return socket;
  }

  it('lets 60 frames of a burst through and closes the socket after 50 refused ones', async () => {
    const { token } = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, token);
    const isPong = ({ type }: { type: string }) => type === 'pong';
    for (let count = 0; count < 60; count++) socket.send({ type: 'ping' });
    await vi.waitFor(() => expect(socket.frames.filter(isPong)).toHaveLength(60));
    expect(socket.frames.filter(({ type }) => type === 'error')).toEqual([]);
    for (let count = 0; count < 200; count++) socket.send({ type: 'ping' });
    expect(await socket.closed).toMatchObject({ code: 4429 });
    const refused = socket.frames.filter(({ type }) => type === 'error');
    expect(refused).toHaveLength(51);
    expect(refused[0]).toMatchObject({ code: 'rate_limited', retryable: true });
  });

  it('parses nothing more of a flood once it is closed, and ends it within 2 s', async () => {
    const flooder = await rawVisitor();
    flooder.stopReading();
    const parsed = countParsed();
    const startedAt = performance.now();
    await flooder.flood({ type: 'ping', flood: 1 });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(parsed()).toBeGreaterThanOrEqual(111);
    expect(parsed()).toBeLessThan(120);
    await expect.poll(openSockets).toBe(0);
  });

  it('parses nothing that follows a binary frame', async () => {
    const flooder = await rawVisitor();
    const parsed = countParsed();
    flooder.sendBinary('x');
    await flooder.flood({ type: 'ping', flood: 1 });
    expect(parsed()).toBe(0);
  });

  it('parses nothing that follows a frame over 16 KiB, and ends the socket within 2 s', async () => {
    const flooder = await rawVisitor();
    const parsed = countParsed();
    const startedAt = performance.now();
    flooder.send('x'.repeat(17 * 1024));
    await flooder.flood({ type: 'ping', flood: 1 });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(parsed()).toBe(0);
  });

  it('parses nothing of a socket whose token is refused', async () => {
    const stranger = await RawSocket.open(test.url, '/api/v1/ws/widget?token=garbage');
    const parsed = countParsed();
    await stranger.flood({ type: 'ping', flood: 1 });
    expect(parsed()).toBe(0);
  });

  it('counts a visitor’s WebSocket pings as frames', async () => {
    const { token } = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, token);
    for (let count = 0; count < 60; count++) socket.ws.ping();
    socket.send({ type: 'ping' });
    expect(await socket.next('error')).toMatchObject({ code: 'rate_limited' });
    socket.close();
    await socket.closed;
  });

  it('refuses a socket with 4429 beyond those that one address may have open', async () => {
    const { token } = await createVisitor(test.url, world);
    const open = await Promise.all(
      Array.from({ length: 4 }, () => VisitorSocket.open(test.url, token)),
    );
    const refused = new VisitorSocket(test.url, token);
    expect(await refused.closed).toMatchObject({ code: 4429 });
    expect(refused.frames).toEqual([]);
    // Operators are counted by account, not by address.
    const feed = await FeedClient.open(test.url, world.ownerToken);
    await feed.close();
    open[0]?.close();
    await expect.poll(openSockets).toBe(3);
    const next = await VisitorSocket.open(test.url, token);
    for (const socket of [...open, next]) socket.close();
    await expect.poll(openSockets).toBe(0);
  });

  it('survives a broken frame from a socket that a draining relay refuses', async () => {
    const other = await startRelay();
    const { token } = await createVisitor(other.url, await createWorld(other.url));
    const waiting = await VisitorSocket.open(other.url, token);
    const stopping = other.stop();
    await waiting.next('reconnect');
    const late = await RawSocket.open(other.url, `/api/v1/ws/widget?token=${token}`);
    late.send('x'.repeat(17 * 1024));
    await late.closed;
    await stopping;
  });
});
