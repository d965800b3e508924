import { userSignature } from '@chat-relay/receiver-sdk';
import { signedHeaders } from '@chat-relay/receiver-sdk/signature';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addOperator, createVisitor, createWorld, type World } from '../support/world';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { postSigned, tenantClient } from './tenant-client';

interface Conversation {
  conversation_id: string;
  status: string;
  owner: string;
  owner_epoch: number;
  escalation_reason: string | null;
}
interface Sent {
  message: { message_id: string; seq: number; sender: { kind: string }; content: string };
  duplicate?: true;
}

const running = useRelay();
let url: string;
let world: World;
let other: World;

beforeAll(async () => {
  url = running.url;
  const bot = { kind: 'tenant', reply_timeout_s: 300 };
  world = await createWorld(url, { bot });
  other = await createWorld(url, { bot });
});

const callAs = ({ tenantId, tenantSecret }: World) =>
  tenantClient(url, { tenantId, secret: tenantSecret });

describe('the tenant API', () => {
  let socket: VisitorSocket;
  let conversationId: string;
  let call: ReturnType<typeof tenantClient>;

  beforeEach(async () => {
    const visitor = await createVisitor(url, world);
    socket = await VisitorSocket.open(url, visitor.token);
    await socket.say('q1', 'Where is my parcel?');
    const { conversation } = await socket.next('status');
    conversationId = conversation?.conversation_id ?? '';
    call = callAs(world);
    return () => socket.close();
  });

  const send = (fields: object = {}) =>
    call<Sent>('send/message', {
      conversation_id: conversationId,
      content: 'On its way.',
      client_msg_id: 'a1',
      ...fields,
    });

  it('sends a message as the bot', async () => {
    const { status, data } = await send();
    expect([status, data]).toMatchObject([
      200,
      { message: { seq: 2, sender: { kind: 'bot' }, content: 'On its way.' } },
    ]);
    const shown = await socket.next('msg', ({ sender }) => sender.kind === 'bot');
    expect(shown).toMatchObject({ seq: 2, content: 'On its way.' });
  });

  it('answers a repeated client_msg_id and sends the message once', async () => {
    const first = await send();
    const again = await send();
    expect(again.data).toEqual({ ...first.data, duplicate: true });
    expect((await send({ content: 'Something else' })).data.code).toBe('client_msg_id_conflict');
    const { data } = await call<{ messages: unknown[]; last_seq: number }>('fetch/messages', {
      conversation_id: conversationId,
      limit: 10,
    });
    expect([data.messages.length, data.last_seq]).toEqual([2, 2]);
  });

  it('shows the visitor that the bot is typing', async () => {
    const answer = await call('send/typing', { conversation_id: conversationId, state: 'start' });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect(await socket.next('typing')).toMatchObject({ sender: { kind: 'bot' }, state: 'start' });
  });

  it('escalates for user_requested unless a reason is given', async () => {
    const { data } = await call<{ conversation: Conversation }>('escalate/conversation', {
      conversation_id: conversationId,
    });
    expect(data.conversation).toMatchObject({
      status: 'WAITING',
      owner: 'human',
      escalation_reason: 'user_requested',
    });
  });

  it('resolves a conversation of the bot', async () => {
    const { data } = await call<{ conversation: Conversation }>('resolve/conversation', {
      conversation_id: conversationId,
    });
    expect(data.conversation.status).toBe('RESOLVED');
    expect((await send()).data.code).toBe('not_owner');
  });

  it('refuses a message of the bot once a human owns the conversation', async () => {
    const operator = await addOperator(url, world, `Otto ${conversationId.slice(-4)}`);
    await operator.api.post('/console/claim/conversation', { conversation_id: conversationId });
    for (const [route, fields] of [
      ['send/message', { content: 'Too late', client_msg_id: 'late' }],
      ['send/typing', { state: 'start' }],
      ['escalate/conversation', {}],
      ['resolve/conversation', {}],
    ] as const) {
      const { status, data } = await call(route, { conversation_id: conversationId, ...fields });
      expect([route, status, data.code]).toEqual([route, 409, 'not_owner']);
    }
    const said = socket.frames.filter(
      (frame) => frame.type === 'msg' && frame.content === 'Too late',
    );
    expect(said).toEqual([]);
  });

  it('refuses a message for an earlier epoch', async () => {
    const { data } = await call<{ conversation: Conversation }>('fetch/conversation', {
      conversation_id: conversationId,
    });
    const epoch = data.conversation.owner_epoch;
    expect((await send({ owner_epoch: epoch + 1 })).data.code).toBe('not_owner');
    expect((await send({ owner_epoch: epoch - 1 })).data.code).toBe('not_owner');
    expect((await send({ owner_epoch: epoch })).status).toBe(200);
  });

  it("answers for another tenant's conversation as for an unknown one", async () => {
    const foreign = callAs(other);
    for (const route of ['fetch/conversation', 'fetch/messages', 'resolve/conversation']) {
      const { status, data } = await foreign(route, { conversation_id: conversationId });
      expect([route, status, data.code]).toEqual([route, 404, 'not_found']);
    }
  });

  it("lists a user's sessions and no one else's", async () => {
    const visitor = await createVisitor(url, world);
    const userId = `user-${conversationId}`;
    const identified = await visitor.api.post('/identify/visitor', {
      user_id: userId,
      user_signature: userSignature(world.tenantSecret, userId),
    });
    expect(identified.status).toBe(200);
    const { data } = await call<{ sessions: object[] }>('fetch/sessions', { user_id: userId });
    expect(data.sessions).toMatchObject([
      { session_id: visitor.sessionId, user_id: userId, conversation_id: null, status: null },
    ]);
    const foreign = await callAs(other)<{ sessions: object[] }>('fetch/sessions', {
      user_id: userId,
    });
    expect(foreign.data.sessions).toEqual([]);
  });

  it('exports and erases a visitor of its own', async () => {
    const visitor = await createVisitor(url, world);
    const talk = await VisitorSocket.open(url, visitor.token);
    await talk.say('m1', 'My secret is 42.');
    talk.close();
    const exported = () =>
      call<{ export: object }>('export/visitor', { session_id: visitor.sessionId });
    expect(JSON.stringify((await exported()).data)).toContain('My secret is 42.');
    const foreign = await callAs(other)('erase/visitor', { session_id: visitor.sessionId });
    expect(foreign.data.code).toBe('not_found');
    const named = { tenant_id: other.tenantId, session_id: visitor.sessionId };
    expect((await call('erase/visitor', named)).data.code).toBe('not_found');
    expect((await call('erase/visitor', { session_id: visitor.sessionId })).data).toEqual({
      erased_sessions: 1,
    });
    expect(JSON.stringify((await exported()).data)).not.toContain('secret is');
  });

  it('checks the signature before the body', async () => {
    const cases: [object, string, string][] = [
      [{ content: '' }, 'content', 'string_empty'],
      [{ content: 'x'.repeat(4001) }, 'content', 'string_max'],
      [{ client_msg_id: 'ü' }, 'client_msg_id', 'string_pattern_base'],
      [{ owner_epoch: '1' }, 'owner_epoch', 'number_base'],
      [{ conversation_id: 'x' }, 'conversation_id', 'string_pattern_base'],
      [{ sender: 'agent' }, 'sender', 'unknown_field'],
    ];
    for (const [fields, field, code] of cases) {
      const { status, data } = await send(fields);
      expect([status, data]).toMatchObject([
        422,
        { code: 'invalid_request', details: [{ field, code }] },
      ]);
    }
  });
});

describe('a call of a tenant', () => {
  const fields = { conversation_id: '0123456789abcdef01234567' };
  const body = (more: object = {}) =>
    JSON.stringify({ op: 'fetch/conversation', ...fields, ...more });
  const signed = (
    text: string | Buffer = body(),
    more: object = {},
    route = 'fetch/conversation',
  ) =>
    postSigned(url, route, text, { tenantId: world.tenantId, secret: world.tenantSecret, ...more });

  it('accepts a call with the right signature', async () => {
    expect((await signed()).data.code).toBe('not_found');
  });

  it('refuses a call with any other signature', async () => {
    const refused = [
      await signed(body(), { secret: other.tenantSecret }),
      await signed(body(), { tenantId: other.tenantId }),
      await signed(body(), { tenantId: '01890a5d-ac96-774b-bcce-b302099a8057' }),
      await signed(body(), { timestampMs: Date.now() - 301_000 }),
      await signed(body(), { timestampMs: Date.now() + 302_000 }),
      await signed(body(), { headers: { 'X-Service-Signature': 'A'.repeat(64) } }),
      await signed(body(), { headers: { 'X-Service-Timestamp': '' } }),
    ];
    expect(refused.map(({ status, data }) => [status, data.code])).toEqual(
      refused.map(() => [401, 'signature_invalid']),
    );
  });

  it('refuses a call without a signature, whatever else it carries', async () => {
    const response = await fetch(`${url}/api/v1/tenant/fetch/conversation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${world.ownerToken}` },
      body: body(),
    });
    expect(await response.json()).toMatchObject({
      status_code: 401,
      data: { code: 'signature_invalid' },
    });
  });

  it('accepts one of many copies of a call at the same time', async () => {
    const text = body();
    const headers = signedHeaders({
      tenantId: world.tenantId,
      secret: world.tenantSecret,
      timestampMs: Date.now() - 1000,
      body: text,
    });
    const copies = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(`${url}/api/v1/tenant/fetch/conversation`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: text,
        });
        return response.status;
      }),
    );
    expect(copies.filter((status) => status === 404)).toHaveLength(1);
    expect(copies.filter((status) => status === 401)).toHaveLength(49);
  });

  it('refuses a signed call on another route than it names', async () => {
    const refused = [
      await signed(body(), {}, 'resolve/conversation'),
      await signed(JSON.stringify(fields)),
      await signed(body({ op: ['fetch/conversation'] })),
      await signed(body({ event: 'message-received' })),
      await signed(JSON.stringify({ event: 'message-received', event_id: 'x' })),
    ];
    expect(refused.map(({ status, data }) => [status, data.code])).toEqual(
      refused.map(() => [401, 'signature_invalid']),
    );
  });

  it('refuses a signed body that is not a JSON object in UTF-8', async () => {
    const cases: [string | Buffer, number, string][] = [
      ['{', 400, 'bad_json'],
      [Buffer.from([0x7b, 0xff, 0x7d]), 400, 'bad_json'],
      [`\ufeff${body()}`, 400, 'bad_json'],
      ['', 422, 'invalid_request'],
      ['null', 422, 'invalid_request'],
      ['[]', 422, 'invalid_request'],
      [`{"__proto__":{},${body().slice(1)}`, 422, 'invalid_request'],
    ];
    for (const [text, status, code] of cases) {
      const answer = await signed(text);
      expect([String(text), answer.status, answer.data.code]).toEqual([String(text), status, code]);
    }
  });

  it('accepts a signed body of 256 KiB and no more', async () => {
    const padded = (size: number) =>
      body({ padding: 'x'.repeat(size - body({ padding: '' }).length) });
    expect((await signed(padded(256 * 1024))).data.code).toBe('invalid_request');
    expect((await signed(padded(256 * 1024 + 1))).status).toBe(413);
  });

  it('refuses a signed call that is not application/json', async () => {
    expect((await signed(body(), { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  it('accepts a call by the old secret within its grace and by the new one', async () => {
    const rotating = await createWorld(url);
    const rotated = await rotating.owner.post<{ tenant_secret: string }>(
      '/console/rotate/tenant-secret',
      { tenant_id: rotating.tenantId },
    );
    const by = (secret: string) =>
      postSigned(url, 'fetch/conversation', body(), { tenantId: rotating.tenantId, secret });
    expect((await by(rotated.data.tenant_secret)).status).toBe(401);
    await rotating.owner.post('/console/activate/tenant-secret', { tenant_id: rotating.tenantId });
    expect((await by(rotated.data.tenant_secret)).status).toBe(404);
    expect((await by(rotating.tenantSecret)).status).toBe(404);
  });
});
