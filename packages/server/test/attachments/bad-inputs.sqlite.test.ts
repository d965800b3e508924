import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { gif, pdf, png } from '../support/files';
import { useRelay } from '../support/relay';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';
import { at, put, say, uploaderOf, type Linked } from './uploader';

const SCRIPT = '<script>alert(document.domain)</script>';
const MIB = 1024 * 1024;

describe('bad files', () => {
  const test = useRelay();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(test.url, {
      bot: { kind: 'none' },
      attachments: { enabled: true, max_total_bytes: 200 * MIB },
    });
  });

  async function visit() {
    const { token } = await createVisitor(test.url, world);
    return { token, ...uploaderOf(test.url, token) };
  }
  const filesOnDisk = () => {
    const folder = join(test.config.dataDir, 'attachments');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  };
  /** Returns a function that counts the files stored since this call. */
  const newFiles = () => {
    const before = new Set(filesOnDisk());
    return () => filesOnDisk().filter((name) => !before.has(name)).length;
  };
  /** Sends the file in a message and downloads it as the visitor's page would. */
  async function opened(file: Buffer, name: string) {
    const { token, upload } = await visit();
    const { upload_id } = await upload(file, name);
    const socket = await VisitorSocket.open(test.url, token);
    const [{ url }] = (await say(socket, 'm1', '', [upload_id])).attachments as [Linked];
    const answer = await fetch(at(test.url, url));
    return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  it('that are two types at once are served as the one that they were taken for', async () => {
    const hidden = Buffer.from(SCRIPT);
    const both: [Buffer, string, string][] = [
      [Buffer.concat([png(), hidden]), 'page.html', 'image/png'],
      [Buffer.concat([gif(), hidden]), 'page.svg', 'image/gif'],
      [Buffer.concat([pdf, hidden]), 'page.html', 'application/pdf'],
      [Buffer.from(`Dear visitor,\n${SCRIPT}`), 'page.html', 'text/plain; charset=utf-8'],
    ];
    for (const [file, name, type] of both) {
      const { headers, bytes } = await opened(file, name);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
      });
      expect(headers.get('content-disposition')).not.toMatch(/\.(html|svg)"/);
      if (type === 'image/png') expect(bytes.includes(SCRIPT)).toBe(false);
    }
  });

  it('that are renamed keep the type of their bytes', async () => {
    const { headers } = await opened(png(), 'invoice.pdf');
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-disposition')).toContain('filename="invoice.pdf.png"');
    const { create, finish } = await visit();
    const page = Buffer.from(`<!doctype html>${SCRIPT}`);
    const { data } = await create(page.length, 'photo.png');
    await put(test.url, data.put.url, page);
    expect((await finish(data.upload_id)).data.code).toBe('attachment_type_not_allowed');
  });

  it('that are announced as larger than memory cost none', async () => {
    const { create, finish, upload } = await visit();
    const bomb = png(65_000, 65_000);
    const { data } = await create(bomb.length, 'bomb.png');
    await put(test.url, data.put.url, bomb);
    expect((await finish(data.upload_id)).status).toBe(415);
    expect((await create(1e15)).data.code).toBe('attachment_too_large');
    expect(await upload(png(16_384, 16_384), 'large.png')).toMatchObject({
      type: 'application/octet-stream',
    });
  });

  it('that break off in the middle leave no bytes, and can be sent again', async () => {
    const { create, finish } = await visit();
    const file = Buffer.alloc(MIB, 'a');
    const { data } = await create(file.length, 'a.txt');
    const countNew = newFiles();
    const cut = request(at(test.url, data.put.url), {
      method: 'PUT',
      headers: { 'content-length': file.length },
    });
    cut.on('error', () => undefined);
    cut.write(file.subarray(0, MIB / 2));
    await expect.poll(countNew, { timeout: 5_000 }).toBe(1);
    cut.destroy();
    await expect.poll(countNew, { timeout: 9_000 }).toBe(0);
    expect((await finish(data.upload_id)).data.code).toBe('state_conflict');
    expect((await put(test.url, data.put.url, file)).status).toBe(200);
    expect((await finish(data.upload_id)).status).toBe(200);
  });

  it('of fewer bytes than announced are not kept', async () => {
    const { create } = await visit();
    const countNew = newFiles();
    const { data } = await create(MIB, 'a.txt');
    const answer = await put(test.url, data.put.url, Buffer.alloc(MIB / 2, 'a'));
    expect([answer.status, answer.data]).toEqual([200, { bytes: MIB / 2 }]);
    await expect.poll(countNew, { timeout: 9_000 }).toBe(0);
  });

  it('that are begun often and never finished take a bounded room, and are removed', async () => {
    const own = await createWorld(test.url, {
      attachments: { enabled: true, max_total_bytes: 200 * MIB },
    });
    let stored = 0;
    const begun = async () => {
      const { create } = uploaderOf(test.url, (await createVisitor(test.url, own)).token);
      const answers = await Promise.all(Array.from({ length: 10 }, () => create(MIB, 'a.txt')));
      const made = answers.filter(({ status }) => status === 201);
      for (const { data } of made.slice(0, 1)) {
        const { status } = await put(test.url, data.put.url, Buffer.alloc(MIB, 'a'));
        if (status === 200) stored++;
      }
      return made.length;
    };
    const counts: number[] = [];
    for (let n = 0; n < 10; n++) {
      counts.push(...(await Promise.all(Array.from({ length: 4 }, begun))));
    }
    expect(Math.max(...counts)).toBe(5);
    // 20 MiB are a tenth of the tenant's 200 MiB. Announced uploads take no space.
    expect(stored).toBe(20);
    expect(filesOnDisk().length).toBeGreaterThanOrEqual(20);
    test.advance(86_400_001);
    await expect.poll(() => filesOnDisk().length, { timeout: 20_000 }).toBeLessThan(10);
  }, 60_000);
});
