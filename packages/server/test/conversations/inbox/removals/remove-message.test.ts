import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MessageView } from '@chat-relay/widget-sdk/frames';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { png } from '../../../support/files';
import type { Api } from '../../../support/api';
import { readSql, writeSql } from '../../../support/direct-sql';
import { FeedClient } from '../../../support/feed-client';
import { addMember } from '../../../support/members';
import { useRelay } from '../../../support/relay';
import { VisitorSocket } from '../../../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../../../support/world';
import { at, uploaderOf, type Linked } from '../../../attachments/uploader';
import { tenantClient } from '../../../tenant-api/tenant-client';

const SECRET = 'my card is 4970-1234';

describe('a message that an admin removes', () => {
  const test = useRelay({ env: { LIMIT_CONSOLE_PER_IP: '10000' } });
  let world: World;
  let ana: WorldOperator;
  let admin: Api;
  let callbacks: string[] = [];
  let isReceiving = true;

  beforeAll(async () => {
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        callbacks.push(body);
        response.statusCode = isReceiving ? 200 : 503;
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    world = await createWorld(test.url, {
      bot: { kind: 'none' },
      attachments: { enabled: true },
      callback_url_base: `http://127.0.0.1:${port}`,
    });
    ana = await addOperator(test.url, world, 'Ana');
    admin = (await addMember(test.url, world, 'admin')).api;
    return () => {
      receiver.closeAllConnections();
      receiver.close();
    };
  });
  beforeEach(() => {
    callbacks = [];
    isReceiving = true;
  });

  /** A conversation that Ana has claimed; the visitor's third message is `SECRET`. */
  async function talk() {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    await socket.say('m1', 'Hello');
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    await ana.api.post('/console/claim/conversation', { conversation_id });
    const ack = await socket.say('m2', SECRET);
    return { visitor, socket, conversation_id, message_id: ack.message_id, seq: ack.seq };
  }
  const remove = (by: Api, conversation_id: string, message_id: string) =>
    by.post<{ message: MessageView }>('/console/remove/message', { conversation_id, message_id });
  const messagesIn = async (api: Api, path: string) =>
    (await api.get<{ messages: MessageView[] }>(path)).data.messages;

  it('has no content in any read or frame, and keeps its place', async () => {
    const { visitor, socket, conversation_id, message_id, seq } = await talk();
    const second = await VisitorSocket.open(test.url, visitor.token);
    const feed = await FeedClient.open(test.url, ana.token, [
      `/inbox/${world.workspaceId}`,
      `/conversations/${conversation_id}`,
    ]);
    const { status, data } = await remove(admin, conversation_id, message_id);
    expect(status).toBe(200);
    expect(data.message).toMatchObject({ message_id, seq, content: '', removed: true });
    expect(data.message.sender.kind).toBe('visitor');
    for (const tab of [socket, second]) {
      expect(await tab.next('removed')).toEqual({ type: 'removed', message_id, seq });
    }
    expect(await feed.next(({ type }) => type === 'removed')).toEqual({
      type: 'removed',
      conversation_id,
      message_id,
      seq,
    });
    const row = await feed.next(
      ({ type, conversation }) =>
        type === 'conversation' &&
        (conversation as { last_message: { preview: string } }).last_message.preview === '',
    );
    expect(JSON.stringify(row)).not.toContain(SECRET);

    const [, , , ofConsole] = await messagesIn(
      ana.api,
      `/console/fetch/messages?conversation_id=${conversation_id}`,
    );
    expect(ofConsole).toEqual(data.message);
    const [, , , ofVisitor] = await messagesIn(visitor.api, '/fetch/messages');
    expect(ofVisitor).toEqual(data.message);
    const replayed = await VisitorSocket.open(test.url, visitor.token, { since: seq - 1 });
    expect(await replayed.next('msg')).toMatchObject({ seq, content: '', removed: true });

    const { tenantId, tenantSecret: secret } = world;
    const ofBackend = await tenantClient(test.url, { tenantId, secret })('fetch/messages', {
      conversation_id,
    });
    expect(ofBackend.status).toBe(200);
    expect(JSON.stringify(ofBackend.data)).not.toContain(SECRET);
    const transcript = await fetch(`${test.url}/api/v1/fetch/transcript?format=txt`, {
      headers: { authorization: `Bearer ${visitor.token}` },
    });
    const text = await transcript.text();
    expect(text).toContain('(Message retiré)');
    expect(text).not.toContain(SECRET);
    const exported = await world.owner.post('/console/export/visitor', {
      tenant_id: world.tenantId,
      session_id: visitor.sessionId,
    });
    expect(JSON.stringify(exported.data)).not.toContain(SECRET);
    expect(JSON.stringify(exported.data)).toContain('"removed":true');
    for (const tab of [socket, second, replayed]) tab.close();
    await feed.close();
  });

  it('is found by no search any more, and the rest of the conversation still is', async () => {
    const { socket, conversation_id, message_id } = await talk();
    await socket.say('m3', 'zanzibar');
    const found = async (q: string) =>
      (
        await ana.api.get<{ conversations: { conversation_id: string }[] }>(
          `/console/fetch/conversations?q=${q}`,
        )
      ).data.conversations.some((row) => row.conversation_id === conversation_id);
    await expect.poll(() => found('zanzibar'), { timeout: 10_000 }).toBe(true);
    expect(await found('4970')).toBe(true);
    await remove(world.owner, conversation_id, message_id);
    expect(await found('4970')).toBe(false);
    expect(await found('zanzibar')).toBe(true);
    socket.close();
  });

  it('is told to a tab that was offline, and only if the tab has it', async () => {
    const { visitor, socket, conversation_id, message_id, seq } = await talk();
    const { seq: last } = await socket.say('m3', 'Thank you');
    socket.close();
    await socket.closed;
    await remove(admin, conversation_id, message_id);
    const open = async (since?: number) => {
      const tab = await VisitorSocket.open(
        test.url,
        visitor.token,
        since === undefined ? {} : { since },
      );
      tab.close();
      return tab.next('welcome');
    };
    expect((await open(last)).removed).toEqual([seq]);
    expect((await open(seq)).removed).toEqual([seq]);
    expect((await open(seq - 1)).removed).toEqual([]);
    expect((await open()).removed).toEqual([]);
  });

  it('takes its files with it, and their addresses end', async () => {
    const { socket, visitor, conversation_id } = await talk();
    const { upload } = uploaderOf(test.url, visitor.token);
    const { upload_id } = await upload(png(), 'card.png');
    socket.send({ type: 'msg', client_msg_id: 'm9', content: '', attachments: [upload_id] });
    const ack = await socket.next('ack', (frame) => frame.client_msg_id === 'm9');
    const [{ url } = { url: '' }] = (ack.attachments ?? []) as Linked[];
    expect((await fetch(at(test.url, url))).status).toBe(200);
    const { data } = await remove(admin, conversation_id, ack.message_id);
    expect(data.message.attachments).toBeUndefined();
    expect((await fetch(at(test.url, url))).status).toBe(404);
    const objects = () => readSql(test.database, 'SELECT object FROM attachment_removals');
    await expect.poll(objects, { timeout: 10_000 }).toHaveLength(0);
    expect(
      await readSql(test.database, 'SELECT 1 FROM uploads WHERE upload_id = ?', [upload_id]),
    ).toHaveLength(0);
    socket.close();
  });

  it('is answered like before when a client repeats it, and is not stored again', async () => {
    const { visitor, socket, conversation_id, message_id, seq } = await talk();
    await remove(admin, conversation_id, message_id);
    const tab = await VisitorSocket.open(test.url, visitor.token);
    expect(await tab.say('m2', SECRET)).toMatchObject({ seq, duplicate: true, removed: true });
    const stored = 'SELECT content FROM messages WHERE session_id = ?';
    const rows = await readSql(test.database, stored, [visitor.sessionId]);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    for (const one of [tab, socket]) one.close();
  });

  it('reaches the backend without its words if it was not delivered yet', async () => {
    isReceiving = false;
    const { socket, conversation_id, message_id, seq } = await talk();
    await expect.poll(() => callbacks.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await remove(admin, conversation_id, message_id);
    callbacks = [];
    isReceiving = true;
    await world.owner.post('/console/resume/callbacks', { tenant_id: world.tenantId });
    const ofMessage = () =>
      callbacks
        .map((body) => JSON.parse(body) as { message?: { message_id: string } })
        .filter(({ message }) => message?.message_id === message_id);
    await expect.poll(ofMessage, { timeout: 15_000 }).toHaveLength(1);
    expect(ofMessage()[0]?.message).toMatchObject({ seq, content: '', removed: true });
    expect(callbacks.join()).not.toContain(SECRET);
    socket.close();
  });

  it('leaves the stored callback of a delivered message, too', async () => {
    const { socket, conversation_id, message_id } = await talk();
    await expect.poll(() => callbacks.join(), { timeout: 10_000 }).toContain(SECRET);
    await remove(admin, conversation_id, message_id);
    const rows = await readSql<{ body: Buffer }>(
      test.database,
      'SELECT body FROM callback_events WHERE conversation_id = ?',
      [conversation_id],
    );
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.map(({ body }) => body.toString()).join()).not.toContain(SECRET);
    socket.close();
  });

  it('may be an operator’s, but none of the relay’s own lines', async () => {
    const { socket, conversation_id } = await talk();
    const sent = await ana.api.post<{ message: MessageView }>('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'to the wrong customer',
    });
    const { data } = await remove(admin, conversation_id, sent.data.message.message_id);
    expect(data.message).toMatchObject({ content: '', removed: true });
    expect(data.message.sender).toEqual({ kind: 'agent', display_name: 'Ana' });
    const all = await messagesIn(
      ana.api,
      `/console/fetch/messages?conversation_id=${conversation_id}`,
    );
    const line = all.find(({ sender }) => sender.kind === 'system');
    expect(await remove(admin, conversation_id, line?.message_id ?? '')).toMatchObject({
      status: 409,
      data: { code: 'state_conflict' },
    });
    socket.close();
  });

  it('leaves one entry in the audit log when two admins remove it at once', async () => {
    const { socket, conversation_id, message_id } = await talk();
    const answers = await Promise.all(
      [admin, world.owner, admin, world.owner].map((by) => remove(by, conversation_id, message_id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first] = answers;
    for (const { data } of answers) expect(data.message).toEqual(first?.data.message);
    expect((await remove(admin, conversation_id, message_id)).data).toEqual(first?.data);
    const { data } = await world.owner.get<{
      entries: { action: string; subject: string; details: object }[];
    }>(`/console/fetch/audit-log?workspace_id=${world.workspaceId}&limit=200`);
    const entries = data.entries.filter(({ subject }) => subject === message_id);
    expect(entries).toMatchObject([
      { action: 'message.removed', details: { tenant_id: world.tenantId, conversation_id } },
    ]);
    expect(JSON.stringify(entries)).not.toContain(SECRET);
    socket.close();
  });

  it('is not an operator’s to remove, and unknown to another workspace', async () => {
    const { socket, conversation_id, message_id } = await talk();
    const foreign = await createWorld(test.url);
    expect((await remove(ana.api, conversation_id, message_id)).status).toBe(403);
    expect((await remove(foreign.owner, conversation_id, message_id)).status).toBe(404);
    const other = await talk();
    // A message of the same tenant, but of another conversation.
    expect((await remove(admin, conversation_id, other.message_id)).status).toBe(404);
    for (const one of [socket, other.socket]) one.close();
  });

  it('starts a tab over that has more removed messages than are listed', async () => {
    const { visitor, socket, conversation_id, message_id, seq } = await talk();
    await remove(admin, conversation_id, message_id);
    const known = await VisitorSocket.open(test.url, visitor.token, { since: seq });
    expect((await known.next('welcome')).resume.status).toBe('ok');
    const numbers = Array.from({ length: 200 }, (_, n) => `SELECT ${-n} AS n`).join(' UNION ALL ');
    await writeSql(
      test.database,
      `INSERT INTO removed_messages SELECT tenant_id, session_id, numbers.n, message_id,
         conversation_id, removed_at
       FROM removed_messages JOIN (${numbers}) numbers ON message_id = ?`,
      [message_id],
    );
    const tab = await VisitorSocket.open(test.url, visitor.token, { since: seq });
    expect(await tab.next('welcome')).toMatchObject({ removed: [], resume: { status: 'reset' } });
    expect(await tab.next('msg', (frame) => frame.seq === seq)).toMatchObject({ removed: true });
    for (const one of [socket, known, tab]) one.close();
  });
});
