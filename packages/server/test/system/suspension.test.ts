import { userSignature } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/platform/clock';
import { apiOf, type Api } from '../support/api';
import { startCallbackReceiver, type CallbackReceiver } from '../support/callback-receiver';
import { startRelay, type TestRelay } from '../support/relay';
import { addSystemAdmin } from '../support/system-admin';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

describe('a suspended tenant', () => {
  let test: TestRelay;
  let system: Api;
  let receiver: CallbackReceiver;
  let isReceiverDown = false;
  let aheadMs = 0;
  const clock = () => Date.now() + aheadMs;
  const secretsOf = new Map<string, string[]>();

  beforeAll(async () => {
    test = await startRelay({ clock });
    system = await addSystemAdmin(test);
    receiver = await startCallbackReceiver({
      secretsFor: (tenantId) => secretsOf.get(tenantId),
      now: clock,
      behave: () => (isReceiverDown ? 'error' : 'ok'),
    });
  });
  afterAll(async () => {
    await test.stop();
    await receiver.close();
  });

  const makeWorld = async () => {
    const world = await createWorld(test.url, {
      callback_url_base: receiver.url,
      bot: { kind: 'none' },
    });
    secretsOf.set(world.tenantId, [world.tenantSecret]);
    return world;
  };
  const suspend = async ({ tenantId }: World) =>
    expect(
      (await system.post('/console/system/suspend/tenant', { tenant_id: tenantId })).status,
    ).toBe(200);
  const reactivate = async ({ tenantId }: World) =>
    expect(
      (await system.post('/console/system/reactivate/tenant', { tenant_id: tenantId })).status,
    ).toBe(200);
  const delivered = ({ tenantId }: World) =>
    receiver.arrivals.filter((arrival) => arrival.tenantId === tenantId && arrival.status === 200);

  it('disconnects visitors within 2 s of a suspension, and lets them back after a reactivation', async () => {
    const world = await makeWorld();
    const visitor = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'first');
    const { conversation } = await socket.next('status');
    const { last_seq: lastSeq } = (await visitor.api.get<{ last_seq: number }>('/fetch/messages'))
      .data;

    const suspendedAt = Date.now();
    await suspend(world);
    expect((await socket.closed).code).toBe(4403);
    expect(Date.now() - suspendedAt).toBeLessThan(2_000);

    const refused = [
      await visitor.api.post('/refresh/visitor-token'),
      await visitor.api.post('/identify/visitor', {
        user_id: 'u1',
        user_signature: userSignature(world.tenantSecret, 'u1'),
      }),
      await visitor.api.get('/fetch/messages'),
      await apiOf(test.url).post('/create/visitor-session', {
        tenant_id: world.tenantId,
        widget_public_key: world.widgetKey,
        origin: world.origin,
      }),
      await apiOf(test.url).get(
        `/fetch/widget-config?tenant_id=${world.tenantId}&widget_public_key=${world.widgetKey}`,
      ),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.data.code]).toEqual([403, 'tenant_suspended']);
    }
    expect((await new VisitorSocket(test.url, visitor.token).closed).code).toBe(4403);

    await reactivate(world);
    const refreshed = await visitor.api.post<{ session_id: string; visitor_token: string }>(
      '/refresh/visitor-token',
    );
    expect([refreshed.status, refreshed.data.session_id]).toEqual([200, visitor.sessionId]);
    const again = await VisitorSocket.open(test.url, refreshed.data.visitor_token, {
      since: lastSeq,
    });
    const welcome = await again.next('welcome');
    expect(welcome.conversation?.conversation_id).toBe(conversation?.conversation_id);
    expect([welcome.last_seq, welcome.resume.status]).toEqual([lastSeq, 'ok']);
    expect((await again.say('m2', 'second')).seq).toBe(lastSeq + 1);
    again.close();
  });

  it('keeps callbacks of a suspended tenant and sends them in order afterwards', async () => {
    const [world, other] = [await makeWorld(), await makeWorld()];
    const say = async (of: World, texts: string[]) => {
      const { token } = await createVisitor(test.url, of);
      const socket = await VisitorSocket.open(test.url, token);
      for (const text of texts) await socket.say(text, text);
      socket.close();
    };
    isReceiverDown = true;
    await say(world, ['one', 'two', 'three']);
    await expect
      .poll(() =>
        receiver.arrivals.some(
          ({ tenantId, status }) => tenantId === world.tenantId && status === 500,
        ),
      )
      .toBe(true);

    await suspend(world);
    isReceiverDown = false;
    aheadMs += MINUTE; // every retry is due
    await say(other, ['meanwhile']);
    await expect.poll(() => delivered(other).length, { timeout: 5_000 }).toBe(3);
    // Other tenants' events have arrived, so the worker has run and left these.
    expect(delivered(world)).toEqual([]);

    await reactivate(world);
    aheadMs += MINUTE;
    await expect.poll(() => delivered(world).length, { timeout: 10_000 }).toBe(5);
    expect(delivered(world).map(({ sequence, event }) => [sequence, event])).toEqual([
      [1, 'conversation-started'],
      [2, 'ticket-created'],
      [3, 'message-received'],
      [4, 'message-received'],
      [5, 'message-received'],
    ]);
    expect([receiver.refusals, receiver.overlaps]).toEqual([[], []]);
  });
});
