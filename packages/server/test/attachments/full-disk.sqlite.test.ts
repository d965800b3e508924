import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../support/files';
import { fillDisk, mountDisk } from '../support/full-disk';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld } from '../support/world';
import { SlowPut } from './slow-put';
import { at, put, say, uploaderOf, type Linked } from './uploader';

describe.each([
  ['full', '0', 0],
  ['almost full', '500000', 700_000],
])('files on a disk that is %s', (_state, minFreeBytes, leaveBytes) => {
  let disk: ReturnType<typeof mountDisk>;
  beforeAll(() => {
    disk = mountDisk('2m');
  });
  const test = useRelay(() => ({
    env: { ATTACHMENTS_URL: `file:${disk.folder}`, UPLOADS_MIN_FREE_BYTES: minFreeBytes },
  }));
  afterAll(() => disk.unmount());

  const isArriving = () =>
    readdirSync(disk.folder, { recursive: true, encoding: 'utf8' }).some((name) =>
      name.endsWith('.part'),
    );

  it('are refused, while messages and files that were acked stay as they are', async () => {
    const world = await createWorld(test.url, { attachments: { enabled: true } });
    const { token } = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, token);
    const { create, upload } = uploaderOf(test.url, token);
    const kept = await upload(png());
    const [{ url }] = (await say(socket, 'm1', '', [kept.upload_id])).attachments as [Linked];
    const text = Buffer.alloc(300_000, 'a');
    const { data } = await create(text.length, 'a.txt');
    const begun = new SlowPut(test.url, data.put.url, { 'content-length': text.length });
    begun.write('a');
    await expect.poll(() => isArriving(), { timeout: 5_000 }).toBe(true);
    const filler = join(disk.folder, 'filler');
    fillDisk(filler, leaveBytes);
    begun.write(text.subarray(1));
    await expect.poll(() => begun.status, { timeout: 5_000 }).toBe(leaveBytes === 0 ? 503 : 200);
    const refused = await put(test.url, data.put.url, text);
    expect([refused.status, refused.data.code]).toEqual([503, 'storage_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('300');
    expect((await create(text.length, 'b.txt')).status).toBe(503);
    expect((await socket.say('m2', 'It does not work.')).seq).toBeGreaterThan(1);
    expect((await fetch(at(test.url, url))).status).toBe(200);
    rmSync(filler);
    expect((await put(test.url, data.put.url, text)).status).toBe(200);
  });
});
