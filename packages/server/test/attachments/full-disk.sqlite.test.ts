import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, fillDisk } from '../support/full-disk';
import { png } from '../support/files';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld } from '../support/world';
import { at, put, say, uploaderOf, type Linked } from './uploader';

describe.skipIf(!canMount())('files on a disk that is full', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'chat-relay-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]);
  });
  const test = useRelay(() => ({ env: { ATTACHMENTS_URL: `file:${folder}` } }));
  afterAll(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  it('are refused, while messages and files that were acked stay as they are', async () => {
    const world = await createWorld(test.url, { attachments: { enabled: true } });
    const { token } = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, token);
    const { create, upload } = uploaderOf(test.url, token);
    const kept = await upload(png());
    const [{ url }] = (await say(socket, 'm1', '', [kept.upload_id])).attachments as [Linked];
    const filler = join(folder, 'filler');
    fillDisk(filler);
    const text = Buffer.alloc(300_000, 'a');
    const { data } = await create(text.length, 'a.txt');
    const refused = await put(test.url, data.put.url, text);
    expect([refused.status, refused.data.code]).toEqual([503, 'storage_unavailable']);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await socket.say('m2', 'It does not work.')).seq).toBeGreaterThan(1);
    expect((await fetch(at(test.url, url))).status).toBe(200);
    rmSync(filler);
    expect((await put(test.url, data.put.url, text)).status).toBe(200);
  });
});
