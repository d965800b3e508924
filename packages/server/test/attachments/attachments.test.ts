import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiOf } from '../support/api';
import { readSql } from '../support/direct-sql';
import { exif, jpeg, jpegSegment, pdf, png } from '../support/files';
import { FeedClient } from '../support/feed-client';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import {
  addOperator,
  createVisitor,
  createWorld,
  type World,
  type WorldOperator,
} from '../support/world';
import { tenantClient } from '../tenant-api/tenant-client';
import { at, messagesOf, put, refusalOf, say, uploaderOf, type Linked } from './uploader';

const ON = { attachments: { enabled: true } };
/** The visitor token in the address of the socket. */
const tokenOf = ({ ws }: VisitorSocket) => new URL(ws.url).searchParams.get('token') ?? '';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('attachments', () => {
  const test = useRelay({ env: { LIMIT_UPLOADS_PER_SESSION_DAY: '12' } });
  let world: World;
  let ana: WorldOperator;

  beforeAll(async () => {
    world = await createWorld(test.url, { bot: { kind: 'none' }, ...ON });
    ana = await addOperator(test.url, world, 'Ana');
  });

  async function visit(of = world) {
    const visitor = await createVisitor(test.url, of, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    return { visitor, socket, ...uploaderOf(test.url, visitor.token) };
  }
  /** Opens a conversation and lets Ana claim it. */
  async function talk() {
    const visit_ = await visit();
    await visit_.socket.say('hello', 'Hello');
    const { conversation } = await visit_.socket.next('status');
    const { conversation_id } = conversation;
    await ana.api.post('/console/claim/conversation', { conversation_id });
    return { ...visit_, conversation_id };
  }
  const open = (address: string, headers = {}) => fetch(at(test.url, address), { headers });
  const filesOnDisk = () =>
    readdirSync(join(test.config.dataDir, 'attachments'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  it('is saved and not shown if it is a very large picture', async () => {
    const { socket, upload, api } = await visit();
    const file = png(10_000, 10_000);
    const finished = await upload(file, 'wide.png');
    expect(finished).toMatchObject({ type: 'application/octet-stream', bytes: file.length });
    expect(Object.keys(finished)).not.toContain('width');
    await say(socket, 'wide', '', [finished.upload_id]);
    const [message] = await messagesOf(api);
    const [attachment] = message!.attachments!;
    expect(attachment?.type).toBe('application/octet-stream');
    const response = await open(attachment!.url);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="wide.png"/);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(file);
  });

  it('reach the other side with their message, in every read and frame', async () => {
    const { socket, upload, api, conversation_id } = await talk();
    const feed = await FeedClient.open(test.url, ana.token, [`/conversations/${conversation_id}`]);
    const file = png(2, 3);
    const finished = await upload(file, 'Mon écran.png');
    expect(finished).toEqual({
      upload_id: expect.stringMatching(/^up_[\w-]{32}$/) as string,
      name: 'Mon écran.png',
      type: 'image/png',
      bytes: file.length,
      width: 2,
      height: 3,
      sha256: sha256(file),
      scan: 'none',
    });
    const ack = await say(socket, 'm1', '', [finished.upload_id]);
    const linked = {
      ...finished,
      url: expect.stringContaining('/api/v1/fetch/attachment?') as string,
      url_expires_at: expect.stringMatching(/Z$/) as string,
    };
    expect(ack.attachments).toEqual([linked]);
    const [, , ofVisitor] = await messagesOf(api, '/fetch/messages?after_seq=1&limit=9');
    expect((await messagesOf(api)).at(-1)).toMatchObject({ content: '', attachments: [linked] });
    expect(ofVisitor?.attachments ?? [linked]).toEqual([linked]);
    const path = `/console/fetch/messages?conversation_id=${conversation_id}`;
    expect((await messagesOf(ana.api, path)).at(-1)?.attachments).toEqual([linked]);
    const update = await feed.next(
      ({ type, message }) => type === 'message' && (message as { seq: number }).seq === ack.seq,
    );
    expect(update).toMatchObject({ message: { attachments: [linked] } });
    const again = await VisitorSocket.open(test.url, tokenOf(socket), { since: 0 });
    const replayed = await again.next('msg', ({ seq }) => seq === ack.seq);
    expect(replayed.attachments).toEqual([linked]);
    const row = await ana.api.get<{ conversation: { last_message: object } }>(
      `/console/fetch/conversation?conversation_id=${conversation_id}`,
    );
    expect(row.data.conversation.last_message).toEqual({
      kind: 'visitor',
      preview: '',
      at: ack.created_at,
      attachment: { name: 'Mon écran.png', type: 'image/png' },
    });
    await feed.close();
  });

  it('are opened for ten minutes at a signed address, and by no one who changes it', async () => {
    const { socket, upload } = await visit();
    const file = png();
    const { upload_id } = await upload(file, 'a"b.html');
    const ack = await say(socket, 'm1', 'Look', [upload_id]);
    const [{ url, url_expires_at }] = ack.attachments as [Linked];
    const leftMs = Date.parse(url_expires_at) - test.now();
    expect(leftMs).toBeGreaterThan(595_000);
    expect(leftMs).toBeLessThanOrEqual(600_000);
    const answer = await open(url, { origin: 'https://elsewhere.example' });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': `${file.length}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'cache-control': 'private, max-age=600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': 'https://elsewhere.example',
      'content-disposition': `inline; filename="a_b.html.png"; filename*=UTF-8''a%22b.html.png`,
      etag: `"${sha256(file)}"`,
    });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(file);
    const changes = [
      url.replace(/signature=./, (old) => (old.endsWith('A') ? 'signature=B' : 'signature=A')),
      url.replace(/expires=\d+/, `expires=${Date.now() + 9e8}`),
      url.replace(/upload_id=[^&]+/, 'upload_id=up_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'),
      url.replace(/&signature=.*/, ''),
    ];
    for (const changed of changes) {
      const refused = await open(changed);
      const { data } = (await refused.json()) as { data: { code: string } };
      expect([refused.status, data.code]).toEqual([403, 'link_invalid']);
    }
    test.advance(600_001);
    expect((await open(url)).status).toBe(403);
  });

  it('that a browser can not show are saved', async () => {
    const { socket, upload } = await visit();
    const one = await upload(pdf, 'x.pdf');
    const two = await upload(Buffer.from('a,b\n1,2\n'), 'über.csv');
    const ack = await say(socket, 'm1', '', [one.upload_id, two.upload_id]);
    const heads = await Promise.all(
      (ack.attachments as Linked[]).map(async ({ url }) => (await open(url)).headers),
    );
    expect(heads.map((head) => head.get('content-disposition'))).toEqual([
      `attachment; filename="x.pdf"; filename*=UTF-8''x.pdf`,
      `attachment; filename="_ber.csv"; filename*=UTF-8''%C3%BCber.csv`,
    ]);
    expect(heads.map((head) => head.get('content-type'))).toEqual([
      'application/pdf',
      'text/plain; charset=utf-8',
    ]);
  });

  it('lose their place on earth, and keep how they are turned', async () => {
    const { socket, upload } = await visit();
    const head = Buffer.from('Exif\0\0', 'latin1');
    const file = jpeg(4, 5, [jpegSegment(0xe1, Buffer.concat([head, exif(6)]))]);
    const { upload_id, bytes } = await upload(file, 'photo.jpg');
    const ack = await say(socket, 'm1', '', [upload_id]);
    const [linked] = ack.attachments as [Linked];
    const stored = Buffer.from(await (await open(linked.url)).arrayBuffer());
    expect(stored.includes('GPS')).toBe(false);
    expect(stored.length).toBe(bytes);
    expect(sha256(stored)).toBe(linked.sha256);
    expect(bytes).toBeLessThan(file.length);
  });

  it('are bound once: a repeat is the duplicate, another list a conflict', async () => {
    const { socket, upload } = await visit();
    const [a, b] = [await upload(png()), await upload(pdf, 'x.pdf')];
    const first = await say(socket, 'm1', 'Two', [a.upload_id, b.upload_id]);
    socket.frames.length = 0;
    const repeated = await say(socket, 'm1', 'Two', [a.upload_id, b.upload_id]);
    expect(repeated).toMatchObject({ duplicate: true, message_id: first.message_id });
    expect(repeated.attachments).toHaveLength(2);
    for (const list of [[b.upload_id, a.upload_id], [a.upload_id], []]) {
      socket.frames.length = 0;
      expect(await refusalOf(socket, 'm1', 'Two', list)).toMatchObject({
        code: 'client_msg_id_conflict',
        retryable: false,
      });
    }
    expect(await refusalOf(socket, 'm2', 'Again', [a.upload_id])).toMatchObject({
      code: 'attachment_invalid',
      retryable: false,
    });
  });

  it('of two messages at once go to one of them', async () => {
    const { visitor, socket, upload } = await visit();
    const other = await VisitorSocket.open(test.url, visitor.token);
    const { upload_id } = await upload(png());
    socket.send({ type: 'msg', client_msg_id: 'a', content: '', attachments: [upload_id] });
    other.send({ type: 'msg', client_msg_id: 'b', content: '', attachments: [upload_id] });
    const answers = await Promise.all([
      Promise.race([socket.next('ack'), socket.next('error')]),
      Promise.race([other.next('ack'), other.next('error')]),
    ]);
    expect(answers.map(({ type }) => type).toSorted()).toEqual(['ack', 'error']);
  });

  it('are refused if they are unknown, unfinished, foreign, or twice in a message', async () => {
    const mine = await visit();
    const theirs = await visit();
    const foreign = await theirs.upload(png());
    const { data: unfinished } = await mine.create(9);
    const own = await mine.upload(png());
    const lists = [
      ['up_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
      ['nothing'],
      [unfinished.upload_id],
      [foreign.upload_id],
      [own.upload_id, own.upload_id],
      [own.upload_id, foreign.upload_id],
    ];
    for (const [n, list] of lists.entries()) {
      expect((await refusalOf(mine.socket, `m${n}`, 'x', list)).code).toBe('attachment_invalid');
    }
    for (const [n, list] of ['x', [1], Array.from({ length: 6 }, () => own.upload_id)].entries()) {
      expect((await refusalOf(mine.socket, `f${n}`, 'x', list)).code).toBe('invalid_frame');
    }
    expect((await refusalOf(mine.socket, 'empty', '', [])).code).toBe('invalid_frame');
    expect((await say(mine.socket, 'fine', '', [own.upload_id])).seq).toBe(1);
    const stolen = await mine.finish(foreign.upload_id);
    expect([stolen.status, stolen.data.code]).toEqual([404, 'not_found']);
  });

  it('are not stored with a message that is refused', async () => {
    const { socket, upload, conversation_id } = await talk();
    const { upload_id } = await upload(png());
    // A visitor's upload is not an operator's.
    const refused = await ana.api.post<{ details: object[] }>('/console/send/message', {
      conversation_id,
      client_msg_id: 'a1',
      content: 'Here',
      attachments: [upload_id],
    });
    expect([refused.status, refused.data.details]).toEqual([
      422,
      [{ field: 'attachments', code: 'attachment_invalid' }],
    ]);
    expect((await say(socket, 'm1', '', [upload_id])).attachments).toHaveLength(1);
  });

  it('are sent by operators', async () => {
    const { socket, conversation_id } = await talk();
    const file = png();
    const created = await ana.api.post<{ upload_id: string; put: { url: string } }>(
      '/console/create/upload',
      { conversation_id, name: 'answer.png', bytes: file.length },
    );
    expect(created.status).toBe(201);
    const { upload_id } = created.data;
    await put(test.url, created.data.put.url, file);
    const ben = await addOperator(test.url, world, `Ben ${conversation_id}`);
    expect((await ben.api.post('/console/finish/upload', { upload_id })).status).toBe(404);
    expect((await ana.api.post('/console/finish/upload', { upload_id })).status).toBe(200);
    const body = { conversation_id, client_msg_id: 'a1', content: '', attachments: [upload_id] };
    const sent = await ana.api.post<{ message: { attachments: Linked[] } }>(
      '/console/send/message',
      body,
    );
    expect(sent.data.message.attachments).toMatchObject([{ upload_id, type: 'image/png' }]);
    const shown = await socket.next('msg', ({ sender }) => sender.kind === 'agent');
    expect((await open(shown.attachments![0]!.url!)).status).toBe(200);
    const repeated = await ana.api.post<{ duplicate: boolean }>('/console/send/message', body);
    expect(repeated.data.duplicate).toBe(true);
    const other = await ana.api.post('/console/send/message', { ...body, attachments: [] });
    expect(other.status).toBe(422); // nothing at all
  });

  it('are sent by bots, and read by backends without an address until they ask for one', async () => {
    const backendWorld = await createWorld(test.url, {
      bot: { kind: 'tenant' },
      ...ON,
      callback_url_base: 'https://shop.example/hooks',
    });
    const { tenantId, tenantSecret: secret } = backendWorld;
    const call = <Data>(route: string, fields: object) =>
      tenantClient(test.url, { tenantId, secret, timestampMs: test.now() })<Data>(route, fields);
    const visitor = await createVisitor(test.url, backendWorld);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    const { upload } = uploaderOf(test.url, visitor.token);
    const asked = await upload(png());
    await say(socket, 'm1', 'What is this?', [asked.upload_id]);
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    const created = await call<{ upload_id: string; put: { url: string } }>('create/upload', {
      conversation_id,
      name: 'manual.pdf',
      bytes: pdf.length,
    });
    expect(created.status).toBe(201);
    const { upload_id } = created.data;
    await put(test.url, created.data.put.url, pdf);
    expect((await call('finish/upload', { upload_id })).status).toBe(200);
    const sent = await call('send/message', {
      conversation_id,
      client_msg_id: 'b1',
      content: 'The manual.',
      attachments: [upload_id],
    });
    expect(sent.status).toBe(200);
    await socket.next('msg', ({ attachments }) => attachments?.[0]?.upload_id === upload_id);
    const read = await call<{ messages: { attachments?: Linked[] }[] }>('fetch/messages', {
      conversation_id,
      limit: 50,
    });
    const listed = read.data.messages.flatMap(({ attachments = [] }) => attachments);
    expect(listed.map(({ upload_id: id, url }) => [id, url])).toEqual([
      [asked.upload_id, undefined],
      [upload_id, undefined],
    ]);
    const fresh = await call<{ attachment: Linked }>('fetch/attachment', {
      upload_id: asked.upload_id,
    });
    expect((await open(fresh.data.attachment.url)).status).toBe(200);
    const foreign = await visit();
    const { upload_id: foreignId } = await foreign.upload(png());
    await say(foreign.socket, 'm1', '', [foreignId]);
    expect((await call('fetch/attachment', { upload_id: foreignId })).status).toBe(404);
    const record = await backendWorld.owner.post<{ export: object }>('/console/export/visitor', {
      tenant_id: backendWorld.tenantId,
      session_id: visitor.sessionId,
    });
    expect(JSON.stringify(record.data)).toContain(asked.sha256);
  });

  it('are switched off by default, and at any time', async () => {
    const off = await createWorld(test.url);
    const visitor = await createVisitor(test.url, off);
    const { create } = uploaderOf(test.url, visitor.token);
    const refused = await create(9);
    expect([refused.status, refused.data.code]).toEqual([403, 'attachments_disabled']);
    const { tenantId: tenant_id } = off;
    const set = (attachments: object) =>
      off.owner.post<{ tenant: { attachments: object } }>('/console/update/tenant', {
        tenant_id,
        attachments,
      });
    const defaults = {
      types: [
        'image/png',
        'image/jpeg',
        'image/webp',
        'image/gif',
        'application/pdf',
        'text/plain',
      ],
      max_bytes: 10_485_760,
      max_total_bytes: 5_368_709_120,
    };
    const changed = await set({ enabled: true, max_bytes: 100 });
    expect(changed.data.tenant.attachments).toEqual({ ...defaults, enabled: true, max_bytes: 100 });
    expect((await set({ types: ['image/*'] })).status).toBe(422);
    expect((await set({ types: ['image/svg+xml'] })).status).toBe(422);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    const { config } = await socket.next('welcome');
    expect(config.attachments).toEqual({ enabled: true, types: defaults.types, max_bytes: 100 });
    const large = await create(101);
    expect([large.status, large.data.code]).toEqual([413, 'attachment_too_large']);
    const { data: begun } = await create(9);
    await set({ enabled: false });
    expect((await put(test.url, begun.put.url, Buffer.alloc(9, 65))).status).toBe(403);
    expect((await uploaderOf(test.url, visitor.token).finish(begun.upload_id)).status).toBe(403);
    expect((await set({})).data.tenant.attachments).toEqual({ enabled: false, ...defaults });
  });

  it('are finished only when all their bytes are there, and then stay as they are', async () => {
    const { create, finish } = await visit();
    const file = Buffer.from('All of it.');
    const { data } = await create(file.length, 'x.txt');
    const early = await finish(data.upload_id);
    expect([early.status, early.data.code]).toEqual([409, 'state_conflict']);
    expect((await put(test.url, data.put.url, file.subarray(1))).status).toBe(200);
    expect((await finish(data.upload_id)).status).toBe(409);
    const larger = await put(test.url, data.put.url, Buffer.concat([file, file]));
    expect([larger.status, larger.data.code]).toEqual([413, 'attachment_too_large']);
    expect((await put(test.url, data.put.url, file)).status).toBe(200);
    const [one, two] = await Promise.all([finish(data.upload_id), finish(data.upload_id)]);
    expect(one.data).toEqual(two.data);
    expect((await finish(data.upload_id)).data).toEqual(one.data);
    const late = await put(test.url, data.put.url, file);
    expect([late.status, late.data.code]).toEqual([409, 'state_conflict']);
    const { data: old } = await create(3);
    test.advance(3_600_001);
    expect((await put(test.url, old.put.url, Buffer.from('abc'))).status).toBe(403);
  });

  it('of another type than the name says, or of none, are refused', async () => {
    const { create, finish } = await visit();
    const refused = async (file: Buffer | string, name: string) => {
      const bytes = Buffer.from(file);
      const { data } = await create(bytes.length, name);
      expect((await put(test.url, data.put.url, bytes)).status).toBe(200);
      const answers = [await finish(data.upload_id), await finish(data.upload_id)];
      return answers.map(({ status, data: { code } }) => `${status} ${code}`);
    };
    const twice = ['415 attachment_type_not_allowed', '415 attachment_type_not_allowed'];
    expect(await refused('<html><script>alert(1)</script>', 'photo.png')).toEqual(twice);
    expect(await refused('<svg onload="alert(1)"/>', 'drawing.svg')).toEqual(twice);
    expect(await refused(png(100_000, 100_000), 'bomb.png')).toEqual(twice);
    expect(await refused(png().subarray(0, 40), 'cut.png')).toEqual(twice);
    expect((await create(0)).status).toBe(422);
    expect((await create(5, ' \u202e ')).status).toBe(422);
    const { tenantId: tenant_id } = world;
    await world.owner.post('/console/update/tenant', {
      tenant_id,
      attachments: { enabled: true, types: ['image/png'] },
    });
    expect(await refused(pdf, 'x.pdf')).toEqual(twice);
    await world.owner.post('/console/update/tenant', { tenant_id, ...ON });
  });

  it('are limited in number, in bytes, and in how many are on their way', async () => {
    const begun = await visit();
    const made = await Promise.all(Array.from({ length: 9 }, () => begun.create(5)));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(made.find(({ status }) => status !== 201)?.data.code).toBe('rate_limited');
    await begun.cancel(made.find(({ status }) => status === 201)!.data.upload_id);
    expect((await begun.create(5)).status).toBe(201);
    expect((await begun.create(5)).status).toBe(429);
    const many = await visit();
    for (let n = 0; n < 12; n++) await many.upload(Buffer.from('x'), 'x.txt');
    const over = await many.create(1);
    expect([over.status, over.data.code]).toEqual([429, 'rate_limited']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(86_000);
    const small = await createWorld(test.url, {
      attachments: { enabled: true, max_bytes: 60, max_total_bytes: 120 },
    });
    const [a, b] = [await visit(small), await visit(small)];
    const [first, second] = [await a.create(50), await b.create(50)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await put(test.url, first.data.put.url, Buffer.alloc(50, 'a'))).status).toBe(200);
    const refused = await put(test.url, second.data.put.url, Buffer.alloc(50, 'a'));
    expect([refused.status, refused.data.code]).toEqual([429, 'rate_limited']);
    expect((await b.create(50)).data.code).toBe('rate_limited');
  });

  it('end with a suspension, an erasure, and the deletion of their tenant', async () => {
    const { visitor, socket, upload } = await visit();
    const earlier = new Set(filesOnDisk());
    const { upload_id } = await upload(png());
    const [{ url }] = (await say(socket, 'm1', 'Look', [upload_id])).attachments as [Linked];
    const unsent = await upload(pdf, 'x.pdf');
    const own = filesOnDisk().filter((name) => !earlier.has(name));
    expect(own).toHaveLength(2);
    const left = () => filesOnDisk().filter((name) => own.includes(name)).length;
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: visitor.sessionId,
    });
    expect((await open(url)).status).toBe(404);
    expect(
      await readSql(
        test.database,
        'SELECT last_said_by, last_said_file FROM conversations WHERE session_id = ?',
        [visitor.sessionId],
      ),
    ).toEqual([{ last_said_by: 'visitor', last_said_file: null }]);
    await expect.poll(left, { timeout: 9_000 }).toBe(0);
    expect(unsent.scan).toBe('none');
    const gone = await createWorld(test.url, ON);
    const other = await visit(gone);
    const sent = await other.upload(png());
    const ack = await say(other.socket, 'm1', '', [sent.upload_id]);
    const [linked] = ack.attachments as [Linked];
    expect((await open(linked.url)).status).toBe(200);
    await gone.owner.post('/console/delete/tenant', {
      tenant_id: gone.tenantId,
      tenant_name: 'Shop',
    });
    expect((await open(linked.url)).status).toBe(403);
  });

  it('that were never sent are removed with their bytes after a day', async () => {
    const { upload, create, socket } = await visit();
    const earlier = new Set(filesOnDisk());
    const kept = await upload(png());
    const [{ url }] = (await say(socket, 'm1', '', [kept.upload_id])).attachments as [Linked];
    const unsent = await upload(png(3, 3));
    const { data } = await create(5, 'x.txt');
    await put(test.url, data.put.url, Buffer.from('hello'));
    const own = filesOnDisk().filter((name) => !earlier.has(name));
    expect(own).toHaveLength(3);
    const left = () => filesOnDisk().filter((name) => own.includes(name)).length;
    test.advance(86_400_001);
    const token = tokenOf(socket);
    await test.cleanUp();
    const refreshed = await apiOf(test.url, token).post<{ visitor_token: string }>(
      '/refresh/visitor-token',
    );
    const after = uploaderOf(test.url, refreshed.data.visitor_token);
    for (const { upload_id } of [unsent, data]) {
      const status = async () => (await after.finish(upload_id)).status;
      await expect.poll(status, { timeout: 9_000 }).toBe(404);
    }
    await expect.poll(left, { timeout: 9_000 }).toBe(1);
    expect((await open(url)).status).toBe(403);
  });

  it('are given up before they are finished, by those who upload them', async () => {
    const [mine, others] = [await visit(), await visit()];
    const earlier = new Set(filesOnDisk());
    const { data } = await mine.create(pdf.length, 'x.pdf');
    await put(test.url, data.put.url, pdf);
    expect(filesOnDisk().filter((file) => !earlier.has(file))).toHaveLength(1);
    expect((await others.cancel(data.upload_id)).status).toBe(404);
    expect((await mine.cancel(data.upload_id)).status).toBe(200);
    expect((await mine.cancel(data.upload_id)).status).toBe(200);
    expect((await put(test.url, data.put.url, pdf)).status).toBe(409);
    expect((await mine.finish(data.upload_id)).data).toMatchObject({ code: 'state_conflict' });
    const finished = await mine.upload(pdf, 'x.pdf');
    expect((await mine.cancel(finished.upload_id)).status).toBe(409);
    expect((await say(mine.socket, 'm1', '', [finished.upload_id])).attachments).toHaveLength(1);
    await test.cleanUp();
    const left = () => filesOnDisk().filter((file) => !earlier.has(file));
    await expect.poll(left, { timeout: 10_000 }).toHaveLength(1);
  });
});
