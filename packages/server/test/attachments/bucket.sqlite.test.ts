import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png, pngChunk } from '../support/files';
import { useRelay } from '../support/relay';
import { startS3Server, type S3Server } from '../support/s3-server';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';
import { at, put, say, uploaderOf, type Linked } from './uploader';

describe('files in a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  const test = useRelay(() => ({ env: server.env }));
  afterAll(() => server.close());
  let world: World;
  beforeAll(async () => {
    world = await createWorld(test.url, { attachments: { enabled: true } });
  });

  async function visit() {
    const visitor = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, visitor.token);
    return { ...visitor, socket, ...uploaderOf(test.url, visitor.token) };
  }
  const stored = () =>
    readdirSync(server.folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /^[0-9a-f]{32}/.test(entry.name),
    ).length;
  const readiness = async () =>
    (await (await fetch(`${test.url}/readyz`)).json()) as Record<string, string>;

  it('are read at the relay’s own address, and leave the bucket with their visitor', async () => {
    const { socket, upload, sessionId } = await visit();
    const file = png(2, 3, [pngChunk('tEXt', Buffer.alloc(300_000, 0x20))]);
    const { upload_id, sha256 } = await upload(file);
    const [{ url }] = (await say(socket, 'm1', '', [upload_id])).attachments as [Linked];
    const answer = await fetch(at(test.url, url), { redirect: 'error' });
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(JSON.stringify(Object.fromEntries(answer.headers))).not.toContain(server.endpoint);
    expect(stored()).toBeGreaterThan(0);
    expect(await readiness()).toMatchObject({ status: 'ready', attachments: 'ok' });
    await world.owner.post('/console/erase/visitor', {
      tenant_id: world.tenantId,
      session_id: sessionId,
    });
    expect((await fetch(at(test.url, url))).status).toBe(404);
    await expect.poll(stored, { timeout: 9_000 }).toBe(0);
  });

  it('are refused while it is unreachable, and messages and acked files are not lost', async () => {
    const { socket, upload, create, finish } = await visit();
    const kept = await upload(png());
    const [{ url }] = (await say(socket, 'm1', '', [kept.upload_id])).attachments as [Linked];
    const file = Buffer.from('All of it.');
    const late = await create(file.length, 'x.txt');
    expect((await put(test.url, late.data.put.url, file)).status).toBe(200);
    await server.stop();
    const { data } = await create(file.length, 'x.txt');
    const refusals = [
      await put(test.url, data.put.url, file),
      await finish(late.data.upload_id),
      { status: (await fetch(at(test.url, url))).status, data: { code: 'storage_unavailable' } },
    ];
    expect(refusals.map(({ status, data: { code } }) => `${status} ${code}`)).toEqual(
      refusals.map(() => '503 storage_unavailable'),
    );
    expect((await socket.say('m2', 'It does not work.')).seq).toBeGreaterThan(1);
    await server.start();
    expect((await fetch(at(test.url, url))).status).toBe(200);
    expect((await put(test.url, data.put.url, file)).status).toBe(200);
    for (const { upload_id } of [data, late.data]) {
      expect((await finish(upload_id)).status).toBe(200);
    }
  });
});
