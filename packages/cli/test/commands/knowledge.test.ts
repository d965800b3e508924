import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpPlatform } from '../support/platform';

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
  expect((await run(['knowledge', 'remove', id])).stdout).toBe('"Returns" is removed.\n');
  rmSync(folder, { recursive: true });
});
