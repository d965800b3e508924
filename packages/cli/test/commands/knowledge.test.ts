import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpPlatform } from '../support/platform';
import { configFolder } from '../support/relayctl';

const platform = setUpPlatform();

it('keeps a folder and the documents in step', async () => {
  const { run } = await platform.setUpWorld();
  const folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const sync = (...more: string[]) => run(['knowledge', 'sync', folder, ...more]);
  expect((await sync()).exitCode).toBe(2);
  mkdirSync(join(folder, 'pages'));
  write('returns.md', '# Returns\r\n\r\nSend the parcel back within 14 days.\r\n');
  write('pages/hours.md', '\uFEFFOpen from 9 to 17.');

  const planned = await sync('--dry-run');
  expect(planned).toMatchObject({
    exitCode: 1,
    stdout: 'added pages/hours.md\nadded returns.md\n',
  });
  expect(await sync()).toMatchObject({ exitCode: 0, stdout: planned.stdout });
  expect((await sync()).stdout).toBe('In step: nothing to change.\n');
  expect((await sync('--dry-run')).exitCode).toBe(0);

  write('returns.md', '# Returns\n\nWithin 30 days.');
  rmSync(join(folder, 'pages/hours.md'));
  expect((await sync()).stdout).toBe('changed returns.md\nremoved pages/hours.md\n');
  const listed = await run(['knowledge']);
  expect(listed.stdout).toMatch(/Returns +returns\.md +\d+ +kd_\S{32}/);
  const [id = ''] = /kd_\S{32}/.exec(listed.stdout) ?? [];
  expect((await run(['knowledge', 'show', id])).stdout).toContain('Within 30 days.');

  expect((await run(['knowledge', 'remove', id])).stdout).toBe('Removed "Returns".\n');
  rmSync(folder, { recursive: true });
});

it('finishes what a killed sync began, and changes no document twice', async () => {
  const { world, run } = await platform.setUpWorld();
  const folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  const files = Array.from({ length: 150 }, (_, index) => `page-${index}.md`);
  for (const file of files) writeFileSync(join(folder, file), `# ${file}\n\nText of ${file}.`);
  const listed = async () => (await run(['knowledge', '--all', '--json'])).stdout;

  const child = spawn(process.execPath, [platform.main(), 'knowledge', 'sync', folder], {
    env: {
      PATH: process.env['PATH'],
      RELAY_URL: platform.relay().url,
      RELAY_TOKEN: world.ownerToken,
      XDG_CONFIG_HOME: configFolder(),
    },
    stdio: 'ignore',
  });
  const path = `/console/fetch/knowledge-documents?tenant_id=${world.tenantId}`;
  const isBegun = async () =>
    (await world.owner.get<{ knowledge_documents: unknown[] }>(path)).data.knowledge_documents
      .length > 5;
  await expect.poll(isBegun, { timeout: 20_000, interval: 20 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const { stdout } = await run(['knowledge', 'sync', folder]);
  const added = stdout.trim().split('\n');
  expect(added.length).toBeGreaterThan(0);
  expect(added.length).toBeLessThan(files.length);
  expect(added.every((line) => line.startsWith('added '))).toBe(true);
  const first = await listed();
  expect(first.match(/"external_id":\s*"page-\d+\.md"/g)).toHaveLength(files.length);
  expect((await run(['knowledge', 'sync', folder])).stdout).toBe('In step: nothing to change.\n');
  expect(await listed()).toBe(first);
  rmSync(folder, { recursive: true });
});

it('skips and names files that can’t be documents, and syncs the others', async () => {
  const { run } = await platform.setUpWorld();
  const folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  const write = (path: string, content: string | Buffer) =>
    writeFileSync(join(folder, path), content);
  const sync = (...more: string[]) => run(['knowledge', 'sync', folder, ...more]);
  write('grows.md', '# Grows\n\nShort.');
  expect((await sync()).exitCode).toBe(0);

  write('grows.md', 'x'.repeat(65_537));
  write('empty.md', ' \n');
  write('latin1.md', Buffer.from('caf\xe9', 'latin1'));
  write('hours.md', '# Hours\n\nFrom 9 to 17.');
  write(`${'n'.repeat(200)}\u202e.md`, 'A name that the relay refuses.');
  const first = await sync();
  expect(first.exitCode).toBe(1);
  expect(first.stdout.split('\n').slice(0, 4)).toEqual([
    'added hours.md',
    'skipped empty.md: it is empty.',
    'skipped grows.md: it has over 64 KiB. Split it.',
    'skipped latin1.md: it is not UTF-8.',
  ]);
  expect(first.stdout).toMatch(/skipped n{200}.*\.md: /);
  expect(first.stderr).toContain('grows.md');

  // Documents that are still in the folder are not removed.
  const listed = (await run(['knowledge'])).stdout;
  expect(listed).toContain('grows.md');
  const again = await sync('--json');
  expect(again.exitCode).toBe(1);
  expect(JSON.parse(again.stdout)).toMatchObject({
    added: [],
    removed: [],
    skipped: expect.arrayContaining([
      { external_id: 'grows.md', reason: expect.stringContaining('64 KiB') },
    ]),
  });
  rmSync(folder, { recursive: true });
});

it('takes over documents of the web console that have the same text', async () => {
  const { world, run } = await platform.setUpWorld();
  const folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  const content = '# Returns\n\nWithin 14 days.';
  const create = (more: object) =>
    world.owner.post<{ code: string; knowledge_document: { knowledge_document_id: string } }>(
      '/console/create/knowledge-document',
      { tenant_id: world.tenantId, title: 'Shop', content, ...more },
    );
  const { knowledge_document_id } = (await create({})).data.knowledge_document;
  await create({ content: 'Another one, which stays.' });
  writeFileSync(join(folder, 'returns.md'), content);
  const sync = (...more: string[]) => run(['knowledge', 'sync', folder, ...more]);
  expect((await sync('--dry-run')).stdout).toBe('adopted returns.md\n');
  expect(await sync()).toMatchObject({ exitCode: 0, stdout: 'adopted returns.md\n' });
  expect((await sync()).stdout).toBe('In step: nothing to change.\n');
  const listed = (await run(['knowledge'])).stdout;
  expect(listed.match(/kd_\S{32}/g)).toHaveLength(2);
  expect(listed).toMatch(new RegExp(`returns\\.md +\\d+ +${knowledge_document_id}`));
  expect(await create({})).toMatchObject({ status: 409, data: { knowledge_document_id } });
  rmSync(folder, { recursive: true });
});
