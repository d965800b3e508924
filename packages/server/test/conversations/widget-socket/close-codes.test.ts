import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../src/platform/clock';
import { writeSql } from '../../support/direct-sql';
import { startRelay, useRelay } from '../../support/relay';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../../support/world';

describe("the visitor socket's close codes", () => {
  const test = useRelay({ clock: () => Date.now() + aheadMs });
  let world: World;
  let aheadMs = 0;

  beforeAll(async () => {
    world = await createWorld(test.url);
  });

  const visit = () => createVisitor(test.url, world);
  const open = (token: string) => VisitorSocket.open(test.url, token);
  const closeOf = async (token: string, origin?: string) => {
    const socket = new VisitorSocket(test.url, token, origin === undefined ? {} : { origin });
    const { code } = await socket.closed;
    expect(socket.frames).toEqual([]);
    return code;
  };

  it('closes with 4401 for a text that is no token', async () => {
    expect(await closeOf('garbage')).toBe(4401);
    expect(await closeOf('')).toBe(4401);
    expect(await closeOf('x'.repeat(5_000))).toBe(4401);
  });

  it('closes with 4401 for a token that was changed', async () => {
    const { token } = await visit();
    const [head, body, signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'vs_other' })).toString(
      'base64url',
    );
    expect(await closeOf(`${head}.${forged}.${signature}`)).toBe(4401);
  });

  it('closes with 4401 for a console token', async () => {
    expect(await closeOf(world.ownerToken)).toBe(4401);
  });

  it('closes with 4401 from another origin than the token is for', async () => {
    const { token } = await visit();
    expect(await closeOf(token, 'https://other.example')).toBe(4401);
    const socket = await VisitorSocket.open(test.url, token, { origin: world.origin });
    socket.close();
  });

  it('closes with 4401 for an expired token, and with 4404 when its session is over, too', async () => {
    const [lasting, ended] = [await visit(), await visit()];
    expect((await ended.api.post('/end/visitor-session')).status).toBe(200);
    aheadMs = HOUR + MINUTE / 2;
    try {
      expect(await closeOf(lasting.token)).toBe(4401);
      expect(await closeOf(ended.token)).toBe(4404);
    } finally {
      aheadMs = 0;
    }
  });

  it('closes with 4401 a minute after the token has expired, unless a new one came', async () => {
    const [kept, left] = [await visit(), await visit()];
    const [keptSocket, leftSocket] = [await open(kept.token), await open(left.token)];
    try {
      aheadMs = HOUR + MINUTE - 5 * SECOND;
      const fresh = await kept.api.post<{ visitor_token: string }>('/refresh/visitor-token');
      keptSocket.send({ type: 'auth', token: fresh.data.visitor_token });
      await keptSocket.next('auth_ok');
      leftSocket.send({ type: 'ping' });
      await leftSocket.next('pong');
      aheadMs = HOUR + MINUTE + SECOND;
      expect((await leftSocket.closed).code).toBe(4401);
      keptSocket.send({ type: 'ping' });
      await keptSocket.next('pong');
    } finally {
      aheadMs = 0;
      keptSocket.close();
    }
  });

  it('closes with 4404 when the session ends, and for a session that is over', async () => {
    const visitor = await visit();
    const socket = await open(visitor.token);
    await visitor.api.post('/end/visitor-session');
    expect((await socket.closed).code).toBe(4404);
    expect(await closeOf(visitor.token)).toBe(4404);
  });

  it('closes with 4403 within 2 s when the tenant is suspended, and refuses new sockets', async () => {
    const other = await createWorld(test.url);
    const { token } = await createVisitor(test.url, other);
    const socket = await open(token);
    const setStatus = (status: string) =>
      writeSql(test.database, 'UPDATE tenants SET status = ?, changed_at = ? WHERE tenant_id = ?', [
        status,
        Date.now(),
        other.tenantId,
      ]);
    await setStatus('suspended');
    const suspendedAt = Date.now();
    expect((await socket.closed).code).toBe(4403);
    expect(Date.now() - suspendedAt).toBeLessThan(2_000);
    expect(await closeOf(token)).toBe(4403);

    await setStatus('active');
    const isWelcome = async (): Promise<boolean> => {
      const again = new VisitorSocket(test.url, token);
      const isOpen = await Promise.race([
        again.next('welcome').then(() => true),
        again.closed.then(() => false),
      ]);
      again.close();
      return isOpen;
    };
    await expect.poll(isWelcome, { timeout: 3_000 }).toBe(true);
  });

  it('closes with 4403 when the origin is no longer allowed', async () => {
    const other = await createWorld(test.url);
    const { token } = await createVisitor(test.url, other);
    const socket = await open(token);
    await other.owner.post('/console/update/tenant', {
      tenant_id: other.tenantId,
      allowed_origins: ['https://elsewhere.example'],
    });
    expect(await closeOf(token)).toBe(4403);
    expect((await socket.closed).code).toBe(4403);
  });

  it('closes with 4401 when the widget key is past its grace', async () => {
    const other = await createWorld(test.url);
    const { token } = await createVisitor(test.url, other);
    const socket = await open(token);
    await other.owner.post('/console/rotate/widget-key', {
      tenant_id: other.tenantId,
      grace_s: 60,
    });
    socket.send({ type: 'ping' });
    await socket.next('pong');
    aheadMs = MINUTE + SECOND;
    try {
      expect((await socket.closed).code).toBe(4401);
      expect(await closeOf(token)).toBe(4401);
    } finally {
      aheadMs = 0;
    }
  });

  it('closes the oldest of nine sockets with 4409', async () => {
    const { token } = await visit();
    const sockets: VisitorSocket[] = [];
    for (let index = 0; index < 9; index++) sockets.push(await open(token));
    expect((await sockets[0]?.closed)?.code).toBe(4409);
    for (const socket of sockets.slice(1)) {
      socket.send({ type: 'ping' });
      await socket.next('pong');
      socket.close();
    }
  });

  it('closes with 4429 after fifty refused messages', async () => {
    const { token, api } = await visit();
    const socket = await open(token);
    for (let index = 0; index < 100; index++) {
      socket.send({ type: 'msg', client_msg_id: `m${index}`, content: 'spam' });
    }
    expect((await socket.closed).code).toBe(4429);
    const refused = socket.frames.filter((frame) => frame.type === 'error');
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['rate_limited']));
    expect(refused.every((frame) => frame.retryable && (frame.retry_after_ms ?? 0) > 0)).toBe(true);
    expect(refused.length).toBeGreaterThanOrEqual(50);
    // Messages that passed before the limit was reached are still stored.
    await expect
      .poll(async () => {
        const { data } = await api.get<{ messages: { client_msg_id?: string }[] }>(
          '/fetch/messages?limit=200',
        );
        return data.messages.filter((message) => message.client_msg_id !== undefined).length;
      })
      .toBeGreaterThanOrEqual(20);
  });

  it('closes with 1003 for a binary frame', async () => {
    const socket = await open((await visit()).token);
    socket.ws.send(Buffer.from('{"type":"ping"}'), { binary: true });
    expect((await socket.closed).code).toBe(1003);
  });

  it('closes with 1007 for text that is not UTF-8', async () => {
    const socket = await open((await visit()).token);
    socket.ws.send(Buffer.from([0x22, 0xff, 0xfe, 0x22]), { binary: false });
    expect((await socket.closed).code).toBe(1007);
  });

  it('closes with 1008 at the tenth bad frame', async () => {
    const socket = await open((await visit()).token);
    for (let index = 0; index < 9; index++) socket.send('not json');
    socket.send({ type: 'ping' });
    await socket.next('pong');
    const errors = socket.frames.filter((frame) => frame.type === 'error');
    expect(errors.map(({ code }) => code)).toEqual(Array(9).fill('invalid_frame'));
    socket.send('[]');
    expect((await socket.closed).code).toBe(1008);
  });

  it('closes with 1009 for a frame over 16 KiB, and accepts one of exactly that size', async () => {
    const socket = await open((await visit()).token);
    const padded = (bytes: number) => {
      const frame = (padding: string) => JSON.stringify({ type: 'ping', padding });
      return frame('x'.repeat(bytes - frame('').length));
    };
    socket.send(padded(16 * 1024));
    await socket.next('pong');
    socket.send(padded(16 * 1024 + 1));
    expect((await socket.closed).code).toBe(1009);
  });

  it('closes with 1012 and retry_ms when the node drains', async () => {
    const draining = await startRelay();
    const there = await createWorld(draining.url);
    const { token } = await createVisitor(draining.url, there);
    const sockets = [
      await VisitorSocket.open(draining.url, token),
      await VisitorSocket.open(draining.url, token),
    ];
    const stopped = draining.stop();
    for (const socket of sockets) {
      expect((await socket.next('reconnect')).within_ms).toBe(3_000);
      const { code, reason } = await socket.closed;
      expect(code).toBe(1012);
      expect(JSON.parse(reason)).toEqual({ retry_ms: 3_000 });
    }
    await stopped;
  });
});
