import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FeedClient } from '../../support/feed-client';
import { startRelay, useRelay, type TestRelay } from '../../support/relay';
import { startScanner, VIRUS, type TestScanner } from '../../support/scanner';
import { VisitorSocket } from '../../support/visitor-socket';
import { addOperator, createVisitor, createWorld, type World } from '../../support/world';
import { at, messagesOf, put, refusalOf, say, uploaderOf, type Linked } from '../uploader';

const SECRET = 'the secret of the scanner, 32 bytes and more';
const CLEAN = Buffer.from('Nothing is in here.');
const INFECTED = Buffer.from(`Look: ${VIRUS}`);
const SOON = { timeout: 9_000 };

describe('files that are scanned', () => {
  let scanner: TestScanner;
  beforeAll(async () => {
    scanner = await startScanner(SECRET);
  });
  const test = useRelay(() => ({ env: { SCAN_URL: scanner.url, SCAN_SECRET: SECRET } }));
  afterAll(() => scanner.close());
  let world: World;
  beforeAll(async () => {
    world = await createWorld(test.url, { bot: { kind: 'none' }, attachments: { enabled: true } });
  });
  beforeEach(() => {
    scanner.failsWith = null;
  });

  async function visit() {
    const visitor = await createVisitor(test.url, world, { mode: 'human' });
    const socket = await VisitorSocket.open(test.url, visitor.token);
    return { ...visitor, socket, ...uploaderOf(test.url, visitor.token) };
  }
  const stored = () => {
    const folder = join(test.config.dataDir, 'attachments');
    if (!existsSync(folder)) return 0;
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;
  };

  it('are shown and closed until they are known to be clean, on both sides', async () => {
    const { socket, upload, api } = await visit();
    const ana = await addOperator(test.url, world, 'Ana');
    await socket.say('m0', 'Hello');
    const { conversation } = await socket.next('status');
    const { conversation_id } = conversation;
    const feed = await FeedClient.open(test.url, ana.token, [`/conversations/${conversation_id}`]);
    const release = scanner.hold();
    const { upload_id, scan, sha256 } = await upload(CLEAN, 'a.txt');
    expect(scan).toBe('pending');
    const ack = await say(socket, 'm1', '', [upload_id]);
    expect(ack.attachments).toMatchObject([{ upload_id, scan: 'pending' }]);
    expect(ack.attachments![0]).not.toHaveProperty('url');
    expect((await messagesOf(api)).at(-1)?.attachments?.[0]?.url).toBeUndefined();
    release();
    const opened = {
      upload_id,
      scan: 'clean',
      sha256,
      url: expect.stringContaining('/fetch/attachment?') as string,
    };
    const { message_id, seq } = ack;
    const frame = await socket.next('attachment');
    expect(frame).toEqual({ type: 'attachment', message_id, seq, upload_id, scan: 'clean' });
    const update = await feed.next(({ type }) => type === 'attachment');
    expect(update).toEqual({ ...frame, conversation_id });
    expect((await messagesOf(api)).at(-1)?.attachments).toMatchObject([opened]);
    const path = `/console/fetch/messages?conversation_id=${conversation_id}`;
    expect((await messagesOf(ana.api, path)).at(-1)?.attachments).toMatchObject([opened]);
    const [{ url }] = (await messagesOf(api)).at(-1)!.attachments as [Linked];
    const answer = await fetch(at(test.url, url));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(CLEAN);
    expect(scanner.forged).toBe(0);
    await feed.close();
  });

  it('lose their bytes if something is found in them, and stay in their message', async () => {
    const { socket, upload, api } = await visit();
    const before = stored();
    const { upload_id } = await upload(INFECTED, 'a.txt');
    const ack = await say(socket, 'm1', 'Look', [upload_id]);
    expect(await socket.next('attachment')).toMatchObject({ upload_id, scan: 'infected' });
    const read = (await messagesOf(api)).find(({ content }) => content === 'Look');
    expect(read?.attachments).toMatchObject([{ upload_id, scan: 'infected' }]);
    expect(read?.attachments?.[0]).not.toHaveProperty('url');
    expect(ack.seq).toBeGreaterThan(0);
    await expect.poll(stored, SOON).toBe(before);
  });

  it('can not be sent once they are known to be infected', async () => {
    const { socket, upload, finish } = await visit();
    const { upload_id } = await upload(INFECTED, 'a.txt');
    await expect.poll(async () => (await finish(upload_id)).data.scan, SOON).toBe('infected');
    expect((await refusalOf(socket, 'm1', 'x', [upload_id])).code).toBe('attachment_invalid');
  });

  it('stay closed while the scanner is down or says something else, and it is asked less and less', async () => {
    const answers = [
      { status: 500, text: '{"scan": "clean"}' },
      { status: 200, text: '{"scan": "perhaps"}' },
      { status: 200, text: 'clean' },
      { status: 302, text: '{"scan": "clean"}' },
    ];
    const { upload, finish } = await visit();
    scanner.failsWith = answers[0]!;
    const { upload_id } = await upload(CLEAN, 'a.txt');
    const askedFor = () => scanner.asked.filter((id) => id === upload_id).length;
    await expect.poll(askedFor, SOON).toBe(1);
    for (const [n, waitMs] of [6_000, 36_000, 144_000].entries()) {
      scanner.failsWith = answers[n + 1]!;
      test.advance(waitMs / 2);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(askedFor()).toBe(n + 1);
      test.advance(waitMs);
      await expect.poll(askedFor, SOON).toBe(n + 2);
    }
    expect((await finish(upload_id)).data.scan).toBe('pending');
    scanner.failsWith = null;
    test.advance(720_000);
    await expect.poll(async () => (await finish(upload_id)).data.scan, SOON).toBe('clean');
  }, 60_000);

  it('are erased while they are scanned', async () => {
    const { socket, upload, sessionId } = await visit();
    const release = scanner.hold();
    const { upload_id } = await upload(CLEAN, 'a.txt');
    await say(socket, 'm1', '', [upload_id]);
    await expect.poll(() => scanner.asked.includes(upload_id), SOON).toBe(true);
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: sessionId,
    });
    release();
    const other = await visit();
    const later = await other.upload(CLEAN, 'b.txt');
    await expect
      .poll(async () => (await other.finish(later.upload_id)).data.scan, SOON)
      .toBe('clean');
  });
});

describe('files that two nodes scan', () => {
  let scanner: TestScanner;
  let nodes: TestRelay[];
  beforeAll(async () => {
    scanner = await startScanner(SECRET);
    const env = { SCAN_URL: scanner.url, SCAN_SECRET: SECRET };
    const first = await startRelay({ env });
    const { database, config } = first;
    const shared = { ...env, DATA_DIR: config.dataDir };
    nodes =
      process.env['TEST_DATABASE'] === 'mysql'
        ? [first, await startRelay({ env: shared, database })]
        : [first];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.stop();
    await scanner.close();
  });

  it('are scanned once each, a few at a time', async () => {
    const [first] = nodes;
    const { url } = first!;
    const world = await createWorld(url, { attachments: { enabled: true } });
    const { token } = await createVisitor(url, world);
    const { create, finish } = uploaderOf(url, token);
    const release = scanner.hold();
    const ids: string[] = [];
    for (let n = 0; n < 16; n++) {
      const { data } = await create(CLEAN.length, 'a.txt');
      await put(url, data.put.url, CLEAN);
      await finish(data.upload_id);
      ids.push(data.upload_id);
    }
    await expect.poll(() => scanner.asked.length, SOON).toBe(4 * nodes.length);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(scanner.asked).toHaveLength(4 * nodes.length);
    release();
    await expect.poll(() => scanner.asked.length, SOON).toBe(ids.length);
    for (const id of ids) {
      await expect.poll(async () => (await finish(id)).data.scan, SOON).toBe('clean');
    }
    expect(scanner.asked.toSorted()).toEqual(ids.toSorted());
    expect(scanner.mostAtOnce()).toBe(4 * nodes.length);
  }, 60_000);
});
