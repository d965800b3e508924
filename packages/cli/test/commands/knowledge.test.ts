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

  write('long.md', 'x'.repeat(65_537));
  expect(await sync()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('long.md') });
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
