import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { say, uploaderOf } from '../attachments/uploader';
import { bundleRelay } from '../support/bundled-relay';
import { png } from '../support/files';
import { generousMessageLimits } from '../support/message-limits';
import { startRelay, useRelay } from '../support/relay';
import { startS3Server } from '../support/s3-server';
import { VisitorSocket } from '../support/visitor-socket';
import { createVisitor, createWorld, type World } from '../support/world';

const FILES = 12;
const DONE = { code: 0, stdout: '', stderr: '' };

let script: string;
let home: string;
beforeAll(async () => {
  ({ script } = await bundleRelay());
  home = mkdtempSync(join(tmpdir(), 'chat-relay-backup-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a backup with the files of messages', { timeout: 60_000 }, () => {
  const test = useRelay({
    env: { ...generousMessageLimits, LIMIT_UPLOADS_PER_SESSION_DAY: '1000' },
  });
  let world: World;
  let file: string;
  let folder: string;
  beforeAll(async () => {
    world = await createWorld(test.url, { bot: { kind: 'none' }, attachments: { enabled: true } });
  });
  beforeEach(() => {
    const backups = mkdtempSync(join(home, 'backups-'));
    file = join(backups, 'backup.sqlite');
    folder = join(backups, 'files');
  });

  /** A visitor who has sent so many files. */
  async function sender(count: number) {
    const { token, sessionId } = await createVisitor(test.url, world);
    const socket = await VisitorSocket.open(test.url, token);
    const { upload } = uploaderOf(test.url, token);
    for (let n = 0; n < count; n++) {
      const { upload_id } = await upload(png(2, n + 1));
      await say(socket, `m${n}`, '', [upload_id]);
    }
    socket.ws.terminate();
    return sessionId;
  }
  const erase = (session_id: string) =>
    world.owner.post('/console/erase/visitor', { tenant_id: world.tenantId, session_id });
  const filesIn = (path: string) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  const stored = () => filesIn(join(test.config.dataDir, 'attachments'));
  const env = () => ({
    PATH: process.env['PATH'],
    DATA_DIR: test.config.dataDir,
    DATABASE_URL: test.database.url,
  });

  function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [script, ...args], { env: env() }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });
  }
  async function verify() {
    const { code, stdout } = await run('verify-backup', file, '--attachments', folder);
    return { code, ...(JSON.parse(stdout) as { ok: boolean; attachments: object }) };
  }

  it('has every file of its database, also if visitors are erased while it copies', async () => {
    const session = await sender(FILES);
    const before = stored();
    const args = [script, 'backup', file, '--attachments', folder];
    const copying = spawn(process.execPath, args, { env: env(), stdio: 'inherit' });
    const ended = once(copying, 'exit');
    const copied = () => (existsSync(folder) ? filesIn(folder).length : 0);
    await expect.poll(copied, { interval: 1, timeout: 20_000 }).toBeGreaterThan(0);
    copying.kill('SIGSTOP');
    expect(copied()).toBeLessThan(before.length);
    await erase(session);
    // Twice the time that a removal takes.
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    copying.kill('SIGCONT');
    expect((await ended)[0]).toBe(0);
    const { attachments, ...report } = await verify();
    expect(report).toMatchObject({ code: 0, ok: true });
    expect(attachments).toEqual({ references: before.length, missing: 0 });
    expect(filesIn(folder)).toEqual(before);
    await expect.poll(() => stored().length, { timeout: 9_000 }).toBe(before.length - FILES);
  });

  it('is whole while files are uploaded, sent and erased', async () => {
    let isOver = false;
    const churn = async () => {
      while (!isOver) await erase(await sender(2));
    };
    const churning = [churn(), churn(), churn()];
    for (let n = 0; n < 4; n++) {
      file = `${file}-${n}`;
      expect(await run('backup', file, '--attachments', folder)).toEqual(DONE);
      expect(await verify()).toMatchObject({ code: 0, ok: true, attachments: { missing: 0 } });
    }
    isOver = true;
    await Promise.all(churning);
  });

  it('copies no file twice, and continues one that was interrupted', async () => {
    await sender(2);
    expect(await run('backup', file, '--attachments', folder)).toEqual(DONE);
    const [first = '', second = ''] = filesIn(folder);
    const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
    truncateSync(pathOf(first), 3);
    rmSync(pathOf(second));
    writeFileSync(`${pathOf(second)}.part`, 'half');
    file += '-again';
    expect(await run('backup', file, '--attachments', folder)).toEqual(DONE);
    expect(await verify()).toMatchObject({ code: 0, attachments: { missing: 0 } });
    expect(filesIn(folder)).toEqual([first, second]);
  });

  it('tells which files are missing or changed, and is made all the same', async () => {
    await sender(2);
    expect(await run('backup', file, '--attachments', folder)).toEqual(DONE);
    const names = filesIn(folder);
    const [first = '', second = ''] = names;
    const pathIn = (root: string, name: string) => join(root, name.slice(0, 2), name);
    rmSync(pathIn(folder, first));
    writeFileSync(pathIn(folder, second), 'other bytes');
    const alone = await run('verify-backup', file);
    expect(alone.code).toBe(0);
    expect(JSON.parse(alone.stdout)).toMatchObject({ attachments: { references: names.length } });
    expect(await verify()).toMatchObject({
      code: 1,
      ok: false,
      attachments: { references: names.length, missing: 2 },
    });
    rmSync(pathIn(join(test.config.dataDir, 'attachments'), first));
    file += '-later';
    const later = await run('backup', file, '--attachments', folder);
    expect(later).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 file has no bytes'),
    });
    expect(existsSync(file)).toBe(true);
    expect((await verify()).attachments).toMatchObject({ missing: 1 });
  });
});

it('is made of files in a bucket, too', { timeout: 60_000 }, async () => {
  const server = await startS3Server();
  const relay = await startRelay({ env: server.env });
  const world = await createWorld(relay.url, { attachments: { enabled: true } });
  const { token } = await createVisitor(relay.url, world);
  const socket = await VisitorSocket.open(relay.url, token);
  const { upload_id } = await uploaderOf(relay.url, token).upload(png());
  await say(socket, 'm1', '', [upload_id]);
  const backups = mkdtempSync(join(home, 'backups-'));
  const args = [join(backups, 'backup.sqlite'), '--attachments', join(backups, 'files')];
  const run = promisify(execFile);
  const path = { PATH: process.env['PATH'] };
  const env = { ...path, ...server.env, DATABASE_URL: relay.database.url };
  await run(process.execPath, [script, 'backup', ...args], { env });
  const { stdout } = await run(process.execPath, [script, 'verify-backup', ...args], { env: path });
  expect(JSON.parse(stdout)).toMatchObject({ attachments: { references: 1, missing: 0 } });
  const halved = { ...env, ATTACHMENTS_SECRET_ACCESS_KEY: '' };
  await expect(
    run(process.execPath, [script, 'backup', `${args[0]}-2`, ...args.slice(1)], { env: halved }),
  ).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(/^chat-relay: .*\n$/) });
  await relay.stop();
  await server.close();
});
