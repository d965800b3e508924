import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, say, uploaderOf } from '../../../server/test/attachments/uploader';
import { png } from '../../../server/test/support/files';
import { startRelay } from '../../../server/test/support/relay';
import type { TestRelay } from '../../../server/test/support/relay';
import { VisitorSocket } from '../../../server/test/support/visitor-socket';
import { createVisitor, createWorld } from '../../../server/test/support/world';
import type { World } from '../../../server/test/support/world';
import { createTenantClient, userSignature } from '../../src/index';
import type { TenantClient } from '../../src/index';
import * as web from '../../src/web';
import { SECRET, TENANT_ID } from '../fixtures';
import { listen } from '../adapters/listening';

describe('createTenantClient, at a relay', () => {
  let running: TestRelay;
  let world: World;

  beforeAll(async () => {
    running = await startRelay();
    world = await createWorld(running.url, {
      bot: { kind: 'tenant', reply_timeout_s: 300 },
      attachments: { enabled: true },
    });
  });
  afterAll(() => running.stop());

  async function ask(): Promise<{ conversation_id: string; sessionId: string; token: string }> {
    const visitor = await createVisitor(running.url, world);
    const socket = await VisitorSocket.open(running.url, visitor.token);
    await socket.say('q1', 'Where is my parcel?');
    const { conversation } = await socket.next('status');
    socket.close();
    return { conversation_id: conversation?.conversation_id ?? '', ...visitor };
  }

  it('sends files, and reads those of visitors', async () => {
    const { tenantId, tenantSecret: secret } = world;
    const relay = createTenantClient({ baseUrl: running.url, tenantId, secret });
    const { conversation_id, token } = await ask();
    const bytes = new TextEncoder().encode('Turn it off and on again.');
    const file = await relay.upload({ conversation_id, name: 'manual.txt', bytes });
    expect(file).toMatchObject({ type: 'text/plain', bytes: bytes.length, scan: 'none' });
    const { upload_id } = file;
    const sent = await relay.send({ conversation_id, content: '', attachments: [upload_id] });
    expect(sent.message.attachments).toMatchObject([{ upload_id, name: 'manual.txt' }]);
    const theirs = await uploaderOf(running.url, token).upload(png());
    const socket = await VisitorSocket.open(running.url, token);
    await say(socket, 'q2', '', [theirs.upload_id]);
    socket.close();
    const { messages } = await relay.fetchMessages({ conversation_id, limit: 10 });
    expect(messages.at(-1)?.attachments).toEqual([theirs]);
    const { url = '' } = await relay.fetchAttachment({ upload_id: theirs.upload_id });
    const read = await fetch(at(running.url, url));
    expect(Buffer.from(await read.arrayBuffer())).toEqual(png());
    const page = new TextEncoder().encode('<!doctype html>');
    await expect(
      relay.upload({ conversation_id, name: 'page.html', bytes: page }),
    ).rejects.toMatchObject({ code: 'attachment_type_not_allowed' });
  });

  it.each([
    ['node:crypto', createTenantClient],
    ['Web Crypto', web.createTenantClient],
  ])('answers, hands over, reads, exports and erases, signing with %s', async (_, create) => {
    const relay: TenantClient = create({
      baseUrl: `${running.url}/`,
      tenantId: world.tenantId,
      secret: world.tenantSecret,
    });
    const { conversation_id, sessionId, token } = await ask();
    const user_id = `customer-${sessionId}`;
    await fetch(`${running.url}/api/v1/identify/visitor`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id, user_signature: userSignature(world.tenantSecret, user_id) }),
    });

    const { owner_epoch } = await relay.fetchConversation({ conversation_id });
    await relay.typing({ conversation_id, state: 'start' });
    const message = { conversation_id, owner_epoch, content: 'On its way.', client_msg_id: 'a1' };
    expect(await relay.send(message)).toMatchObject({ message: { seq: 2 } });
    expect(await relay.send(message)).toMatchObject({ message: { seq: 2 }, duplicate: true });
    expect(await relay.fetchMessages({ conversation_id, limit: 10 })).toMatchObject({
      messages: [{ sender: { kind: 'visitor' } }, { sender: { kind: 'bot' } }],
      has_more: false,
    });
    const other = await ask();
    expect(await relay.resolve({ conversation_id: other.conversation_id })).toMatchObject({
      status: 'RESOLVED',
    });
    expect(await relay.escalate({ conversation_id, reason: 'low_confidence' })).toMatchObject({
      status: 'WAITING',
      escalation_reason: 'low_confidence',
    });
    await expect(relay.send({ conversation_id, content: 'Hello?' })).rejects.toMatchObject({
      name: 'TenantApiError',
      code: 'not_owner',
      status: 409,
    });

    expect(await relay.fetchSessions({ user_id })).toMatchObject([
      { session_id: sessionId, conversation_id, status: 'WAITING' },
    ]);
    expect(JSON.stringify(await relay.exportVisitor({ user_id }))).toContain('On its way.');
    expect(await relay.eraseVisitor({ user_id })).toEqual({ erased_sessions: 1 });
    const left = await relay.fetchMessages({ conversation_id, limit: 10 });
    expect(JSON.stringify(left)).not.toContain('On its way.');
  });

  it('types the refusal of a field', async () => {
    const { conversation_id } = await ask();
    const relay = createTenantClient({
      baseUrl: running.url,
      tenantId: world.tenantId,
      secret: world.tenantSecret,
    });
    await expect(relay.send({ conversation_id, content: '' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'content', code: expect.any(String) }],
      requestId: expect.any(String),
    });
  });

  it('a call with another secret is refused', async () => {
    const relay = createTenantClient({
      baseUrl: running.url,
      tenantId: world.tenantId,
      secret: SECRET,
    });
    await expect(relay.fetchSessions({ user_id: 'a' })).rejects.toMatchObject({
      code: 'signature_invalid',
      status: 401,
    });
  });
});

describe('createTenantClient, without luck', () => {
  const options = { tenantId: TENANT_ID, secret: SECRET };

  /** A relay that answers these one after another, and keeps what it was sent. */
  async function stub(...answers: [status: number, body: string][]) {
    const calls: { body: string; signature: unknown }[] = [];
    const baseUrl = await listen((req, res) => {
      let body = '';
      req.on('data', (chunk: Buffer) => (body += chunk.toString()));
      req.on('end', () => {
        calls.push({ body, signature: req.headers['x-service-signature'] });
        const answer = answers[calls.length - 1];
        if (!answer) return res.destroy();
        return res.writeHead(answer[0]).end(answer[1]);
      });
    });
    return { calls, baseUrl };
  }

  const sent = JSON.stringify({ data: { message: { seq: 2 } } });

  it('retries with the same client_msg_id and a new signature', async () => {
    const { calls, baseUrl } = await stub(
      [503, '{"data":{"code":"overloaded"}}'],
      [502, '<html>'],
      [200, sent],
    );
    const relay = createTenantClient({ ...options, baseUrl });
    const content = 'On its way.';
    expect(await relay.send({ conversation_id: 'c', content })).toEqual({ message: { seq: 2 } });
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      op: 'send/message',
      client_msg_id: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(new Set(calls.map(({ signature }) => signature)).size).toBe(3);
  });

  it('gives up after its retries and does not retry a permanent error', async () => {
    const broken = await stub();
    const relay = createTenantClient({ ...options, baseUrl: broken.baseUrl, retries: 1 });
    await expect(relay.fetchSessions({ user_id: 'a' })).rejects.toMatchObject({
      code: 'unreachable',
      status: null,
    });
    expect(broken.calls).toHaveLength(2);

    const refusing = await stub([404, '{"data":{"code":"not_found"}}'], [200, sent]);
    const other = createTenantClient({ ...options, baseUrl: refusing.baseUrl });
    await expect(other.resolve({ conversation_id: 'c' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(refusing.calls).toHaveLength(1);
  });

  it.each(['', '[]', 'null', '<html>', '{"data":7}'])(
    'does not take %j for an answer of the relay',
    async (body) => {
      const { baseUrl } = await stub([200, body]);
      const relay = createTenantClient({ ...options, baseUrl, retries: 0 });
      await expect(relay.fetchSessions({ user_id: 'a' })).rejects.toMatchObject({
        code: 'answer_malformed',
        status: 200,
      });
    },
  );

  it('signs equal calls of one moment differently', async () => {
    const { calls, baseUrl } = await stub(
      ...Array.from({ length: 9 }, () => [200, sent] as [number, string]),
    );
    const relay = createTenantClient({ ...options, baseUrl });
    const typing = { conversation_id: 'c', state: 'start' } as const;
    await Promise.all(Array.from({ length: 9 }, () => relay.typing(typing)));
    expect(new Set(calls.map(({ signature }) => signature)).size).toBe(9);
  });

  it.each([{ tenantId: '' }, { secret: '' }, { baseUrl: 'chat.example' }, { baseUrl: 'ftp://a' }])(
    'takes %o for a mistake',
    (changes) => {
      const baseUrl = 'http://127.0.0.1';
      expect(() => createTenantClient({ ...options, baseUrl, ...changes })).toThrow(TypeError);
    },
  );
});
