import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userSignature } from '@chat-relay/receiver-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../../support/api';
import { startMailStage, type MailStage } from '../../support/mail-stage';
import { VisitorSocket } from '../../support/visitor-socket';
import { createVisitor, uniqueEmail } from '../../support/world';
import { tenantClient } from '../../tenant-api/tenant-client';
import { resume, tokenIn } from '../answer-mails/stage';

const NOTE = 'the-note-that-no-one-else-reads';
const TAG = 'the-tag-that-no-one-else-reads';
const ANSWER = 'It is on its way.';
const WAIT = { timeout: 15_000 };

describe('what operators write for themselves', () => {
  let stage: MailStage;
  /** The bodies of all callbacks. */
  const callbacks: string[] = [];
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      callbacks.push(body);
      response.end('{}');
    });
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    const callback_url_base = `http://127.0.0.1:${port}`;
    stage = await startMailStage({ bot: { kind: 'none' }, rating: true, callback_url_base });
  });
  afterAll(async () => {
    await stage.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  /** Everything that is sent to the visitor's page, in three sockets, and all that it may ask for. */
  async function visitorReads(email: string) {
    const { relay, world, operator } = stage;
    const { api } = operator;
    const visitor = await createVisitor(relay.url, world, { mode: 'human', locale: 'en' });
    const socket = await VisitorSocket.open(relay.url, visitor.token);
    await socket.say('m1', 'Where is my parcel?');
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    const note = () => api.post('/console/create/note', { conversation_id, content: NOTE });
    const tag = (tags: string[]) =>
      api.post('/console/update/conversation', { conversation_id, tags });
    // Notes and tags are written before, between and after all other actions.
    expect((await note()).status).toBe(201);
    expect((await tag([TAG])).status).toBe(200);
    socket.send({ type: 'contact', email });
    await socket.next('contact_ok');
    await api.post('/console/claim/conversation', { conversation_id });
    await note();
    await tag([TAG, 'second']);
    await api.post('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: ANSWER,
    });
    await socket.next('msg', ({ content }) => content === ANSWER);
    await api.post('/console/resolve/conversation', { conversation_id });
    await socket.next('status', (frame) => frame.conversation.status === 'RESOLVED');
    socket.send({ type: 'rate', rating: 5 });
    await socket.next('rated');
    await tag([TAG]);
    await note();
    socket.send({ type: 'sync', since: 0 });
    await socket.next('sync_end');
    const again = await VisitorSocket.open(relay.url, visitor.token, { since: 0 });
    await again.next('msg', ({ content }) => content === ANSWER);
    const file = async (format: string) => {
      const response = await fetch(`${relay.url}/api/v1/fetch/transcript?format=${format}`, {
        headers: { authorization: `Bearer ${visitor.token}`, origin: world.origin },
      });
      return response.text();
    };
    const files = [await file('txt'), await file('html'), await file('json')];
    for (const one of files) expect(one).toContain(ANSWER);
    const read = [(await visitor.api.get('/fetch/messages')).data, ...files];
    again.close();
    socket.close();
    await Promise.all([again.closed, socket.closed]);
    return { visitor, conversation_id, seen: [socket.frames, again.frames, read] };
  }

  it('is in nothing that a visitor or the tenant’s backend reads, but the export', async () => {
    const { relay, world, smtp, operator } = stage;
    const email = uniqueEmail();
    const { visitor, conversation_id, seen } = await visitorReads(email);

    // The answer is mailed to the absent visitor, with a link back to the conversation.
    relay.advance(61_000);
    await expect.poll(() => smtp.mailsTo(email).length, WAIT).toBe(1);
    const resumed = await resume(relay.url, tokenIn(smtp.mailsTo(email)[0]?.text ?? ''));
    const back = await VisitorSocket.open(relay.url, resumed.data.visitor_token, { since: 0 });
    await back.next('msg', ({ content }) => content === ANSWER);
    back.close();

    // The transcript by mail, to the address that the link has proven.
    const user_id = 'user-1';
    const mailed = apiOf(relay.url, resumed.data.visitor_token);
    const identified = await mailed.post('/identify/visitor', {
      user_id,
      user_signature: userSignature(world.tenantSecret, user_id),
      email,
    });
    expect(identified.status).toBe(200);
    relay.advance(61_000);
    expect((await mailed.post('/send/transcript', {})).status).toBe(200);
    await expect.poll(() => smtp.mailsTo(email).length, WAIT).toBe(2);
    const mails = smtp.mails.flatMap(({ raw, text, html }) => [raw, text, html]);
    expect(mails.filter((part) => part.includes(ANSWER)).length).toBeGreaterThanOrEqual(4);

    const call = tenantClient(relay.url, { tenantId: world.tenantId, secret: world.tenantSecret });
    const tenantReads = [
      await call('fetch/conversation', { conversation_id }),
      await call('fetch/messages', { conversation_id }),
      await call('fetch/sessions', { user_id }),
    ];
    expect(tenantReads.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expect
      .poll(() => callbacks.some((body) => body.includes('conversation-rated')), WAIT)
      .toBe(true);
    // Other members of the workspace use the same routes: they must not find the note either.
    const { api } = operator;
    const messages = await api.get(`/console/fetch/messages?conversation_id=${conversation_id}`);
    const found = await api.get('/console/fetch/conversations?q=one-else');

    const all = JSON.stringify([
      seen,
      back.frames,
      resumed.data,
      mails,
      tenantReads.map(({ data }) => data),
      callbacks,
      messages.data,
      found.data,
    ]);
    expect(all.split(ANSWER).length).toBeGreaterThan(10);
    for (const secret of [NOTE, TAG]) expect(all).not.toContain(secret);

    // The export of a visitor's data includes notes and tags.
    const bySession = { session_id: visitor.sessionId };
    const exports = [
      await call<object>('export/visitor', bySession),
      await world.owner.post<object>('/console/export/visitor', {
        tenant_id: world.tenantId,
        ...bySession,
      }),
    ];
    for (const { status, data } of exports) {
      expect(status).toBe(200);
      for (const secret of [NOTE, TAG]) expect(JSON.stringify(data)).toContain(secret);
    }
  });
});
