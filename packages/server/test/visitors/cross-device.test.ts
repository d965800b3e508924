import { userSignature } from '@chat-relay/receiver-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';

const relay = useRelay();
let world: World;
beforeAll(async () => {
  world = await createWorld(relay.url, { bot: { kind: 'none' }, widget: { cross_device: true } });
});

interface Identified {
  session_id: string;
  user_id: string;
  visitor_token?: string;
  expires_at?: string;
}

type Device = Awaited<ReturnType<typeof createVisitor>>;

const identify = ({ api }: Device, userId: string, at: World = world) =>
  api.post<Identified>('/identify/visitor', {
    user_id: userId,
    user_signature: userSignature(at.tenantSecret, userId),
  });

/** A device on which the user has already said something. */
async function talkingDevice(userId: string, at: World = world): Promise<Device> {
  const device = await createVisitor(relay.url, at);
  await identify(device, userId, at);
  const socket = await VisitorSocket.open(relay.url, device.token);
  await socket.say('m1', 'from the phone');
  socket.close();
  return device;
}

const contentsOf = async (token: string) => {
  const socket = await VisitorSocket.open(relay.url, token, { since: 0 });
  await socket.next('msg');
  socket.close();
  return socket.frames.flatMap((frame) => (frame.type === 'msg' ? [frame.content] : []));
};

describe('a user who comes back on another device', () => {
  it("continues a user's open conversation on another device, and both receive what follows", async () => {
    const phone = await talkingDevice('ann');
    const laptop = await createVisitor(relay.url, world);
    const { status, data } = await identify(laptop, 'ann');
    expect(status).toBe(200);
    expect(data).toEqual({
      session_id: phone.sessionId,
      user_id: 'ann',
      visitor_token: expect.any(String),
      expires_at: expect.any(String),
    });
    expect(await contentsOf(data.visitor_token!)).toContain('from the phone');
    const onPhone = await VisitorSocket.open(relay.url, phone.token);
    const onLaptop = await VisitorSocket.open(relay.url, data.visitor_token!);
    const { seq } = await onLaptop.say('m1-laptop', 'from the laptop');
    expect(await onPhone.next('msg', (message) => message.seq === seq)).toMatchObject({
      content: 'from the laptop',
    });
    onPhone.close();
    onLaptop.close();
  });

  it('continues no session that is over on another device', async () => {
    await talkingDevice('leaver');
    const laptop = await createVisitor(relay.url, world);
    await identify(laptop, 'leaver');
    const late = new VisitorSocket(relay.url, laptop.token);
    expect(await late.closed).toMatchObject({ code: 4404 });
  });

  it("moves no session with messages to the user's open conversation", async () => {
    await talkingDevice('speaker');
    const laptop = await createVisitor(relay.url, world);
    const socket = await VisitorSocket.open(relay.url, laptop.token);
    await socket.say('m1', 'said before signing in');
    socket.close();
    const { data } = await identify(laptop, 'speaker');
    expect(data).toEqual({ session_id: laptop.sessionId, user_id: 'speaker' });
  });

  it('loses no message that is sent while the user changes device', async () => {
    for (let round = 0; round < 15; round++) {
      const userId = `racer-${round}`;
      const phone = await talkingDevice(userId);
      const laptop = await createVisitor(relay.url, world);
      const socket = await VisitorSocket.open(relay.url, laptop.token);
      const said = Promise.race([
        socket.say('m2', 'in the same moment').then(() => true),
        socket.closed.then(() => false),
      ]);
      const { data } = await identify(laptop, userId);
      // The message is acknowledged in the session that stays, or refused and sent again in the other one.
      expect(data.session_id).toBe((await said) ? laptop.sessionId : phone.sessionId);
      socket.close();
    }
  });
});

describe('other users', () => {
  const isSeparate = async (device: Device, userId: string, at: World = world) => {
    const { status, data } = await identify(device, userId, at);
    expect(status).toBe(200);
    expect(data).toEqual({ session_id: device.sessionId, user_id: userId });
  };

  it('gives the open conversation to no other user, tenant or origin', async () => {
    const other = await createWorld(relay.url, {
      bot: { kind: 'none' },
      widget: { cross_device: true },
      allowed_origins: ['https://shop.example', 'https://blog.example'],
    });
    await talkingDevice('eve', other);
    await isSeparate(await createVisitor(relay.url, world), 'eve');
    await isSeparate(await createVisitor(relay.url, other), 'eve ', other);
    const elsewhere = await createVisitor(relay.url, other, { origin: 'https://blog.example' });
    await isSeparate(elsewhere, 'eve', other);
  });

  it('continues no resolved conversation on another device', async () => {
    const own = await createWorld(relay.url, {
      bot: { kind: 'none' },
      widget: { cross_device: true },
    });
    const operator = await addOperator(relay.url, own, 'Olga');
    await talkingDevice('done', own);
    const { data } = await operator.api.get<{ conversations: { conversation_id: string }[] }>(
      `/console/fetch/conversations?tenant_id=${own.tenantId}`,
    );
    const conversation = { conversation_id: data.conversations[0]?.conversation_id };
    for (const verb of ['claim', 'resolve']) {
      const answer = await operator.api.post(`/console/${verb}/conversation`, conversation);
      expect(answer.status).toBe(200);
    }
    await isSeparate(await createVisitor(relay.url, own), 'done', own);
  });

  it('continues on another device only if the tenant allows it', async () => {
    const shy = await createWorld(relay.url, { bot: { kind: 'none' } });
    await talkingDevice('ann', shy);
    await isSeparate(await createVisitor(relay.url, shy), 'ann', shy);
  });
});
