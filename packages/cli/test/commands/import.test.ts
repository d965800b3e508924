import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { conversation, said } from '../../../server/test/conversations/imports/import-calls';
import { readSql } from '../../../server/test/support/direct-sql';
import type { World } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { configFolder, jsonOf } from '../support/relayctl';

const platform = setUpPlatform();
const DOCS = new URL('../../../../docs/IMPORT.md', import.meta.url);

function fileOf(lines: readonly (object | string)[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'conversations.jsonl');
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(file, `${text.join('\n')}\n`);
  return file;
}

const line = (fields: Parameters<typeof conversation>[0] = {}) => ({
  type: 'conversation',
  ...conversation(fields),
});
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => line({ external_id: `c-${n}` }));

/** How many conversations the tenant has, and their messages. */
async function countIn({ tenantId }: World): Promise<{ conversations: number; messages: number }> {
  const count = async (table: string) => {
    const [row] = await readSql<{ n: number }>(
      platform.relay().database,
      `SELECT COUNT(*) AS n FROM ${table} WHERE tenant_id = '${tenantId}'`,
    );
    return row?.n ?? 0;
  };
  return { conversations: await count('conversations'), messages: await count('messages') };
}

it('imports the example of its documentation, first in a dry run', async () => {
  const { world, run } = await platform.setUpWorld();
  const [, example = ''] = /```jsonl\n(.*?)```/s.exec(readFileSync(DOCS, 'utf8')) ?? [];
  const file = fileOf([example]);
  const planned = await run(['import', file, '--dry-run']);
  expect(planned).toEqual({
    exitCode: 0,
    stdout:
      'Conversations: 2 would be imported, 0 there already. Canned replies: 1 would be written, 0 unchanged.\n',
    stderr: '',
  });
  expect(await countIn(world)).toEqual({ conversations: 0, messages: 0 });

  expect(await run(['import', file])).toEqual({
    exitCode: 0,
    stdout: 'Conversations: 2 imported, 0 there already. Canned replies: 1 written, 0 unchanged.\n',
    stderr: '',
  });
  const found = await run(['conversation', 'list']);
  expect(found.stdout).toContain('RESOLVED');
  const again = await run(['import', '-', '--json'], example);
  expect(jsonOf(again)).toEqual({
    dry_run: false,
    imported: 0,
    existing: 2,
    too_old: 0,
    canned_replies: { created: 0, updated: 0, unchanged: 1 },
    refused: 0,
    problems: [],
  });
});

it('names each line that is refused, and imports the others', async () => {
  const { world, run } = await platform.setUpWorld();
  const at = '2024-05-01T09:00:00Z';
  const evil = (content: string) => line({ messages: [said('visitor', content, at)] });
  const file = fileOf([
    line({ external_id: 'a' }),
    '{"type": "conversation", "external_id": ',
    evil('nul \0'),
    { ...line(), color: 'red' },
    line({ messages: conversation().messages.toReversed() }),
    line({ external_id: 'a' }),
    '',
    { type: 'conversation', external_id: '\u001b[31mred', messages: [] },
    '{"type": "conversation", "external_id": "p", "__proto__": {}, "messages": []}',
    evil('x'.repeat(4_001)),
    line({ messages: [said('visitor', 'Soon', '2999-01-01T00:00:00Z')] }),
    { type: 'canned_reply', shortcut: 'x' },
    line(),
  ]);
  const stderr = [
    'line 2: it is not JSON',
    'line 3: messages.0.content has characters that are not allowed',
    'line 4: color is not a field of this format',
    'line 5: messages.1.created_at is earlier than the message before it',
    'line 6: external_id is that of line 1',
    'line 8: external_id has characters that are not allowed',
    'line 9: __proto__ is or has a key that is not allowed',
    'line 10: messages.0.content is too long',
    'line 11: messages.0.created_at is in the future',
    'line 12: content is required',
  ];
  for (const options of [['--dry-run'], []]) {
    const outcome = await run(['import', file, ...options]);
    expect(outcome.exitCode).toBe(1);
    const said = outcome.stderr.trim().split('\n');
    expect(said.slice(0, -1).toSorted()).toEqual(stderr.toSorted());
    expect(said.at(-1)).toBe('relayctl: Some lines are refused. Correct them, and run it again.');
    expect(outcome.stdout).toMatch(/Refused lines: 10\.\n$/);
  }
  expect(await countIn(world)).toEqual({ conversations: 2, messages: 4 });
});

it('updates canned replies by their shortcut', async () => {
  const { run } = await platform.setUpWorld();
  const reply = { type: 'canned_reply', shortcut: 'hours', content: 'From nine.', locale: 'en' };
  const counts = async (...replies: object[]) =>
    jsonOf(await run(['import', fileOf(replies), '--json']))['canned_replies'];
  const other = { ...reply, shortcut: 'bye' };
  expect(await counts(reply)).toEqual({ created: 1, updated: 0, unchanged: 0 });
  const changed = { ...reply, content: 'From ten.' };
  expect(await counts(changed, other)).toEqual({ created: 1, updated: 1, unchanged: 0 });
  expect(await counts(changed, other)).toEqual({ created: 0, updated: 0, unchanged: 2 });
});

it('finishes what a killed import began: nothing is missing, and nothing is there twice', async () => {
  const { world, run } = await platform.setUpWorld();
  const file = fileOf(numbered(3_000));
  const child = spawn(process.execPath, [platform.main(), 'import', file], {
    env: {
      PATH: process.env['PATH'],
      RELAY_URL: platform.relay().url,
      RELAY_TOKEN: world.ownerToken,
      XDG_CONFIG_HOME: configFolder(),
    },
    stdio: 'ignore',
  });
  const isBegun = async () => (await countIn(world)).conversations > 100;
  await expect.poll(isBegun, { timeout: 20_000, interval: 20 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = await countIn(world);
  expect(before.conversations).toBeLessThan(3_000);

  const { imported, existing } = jsonOf(await run(['import', file, '--json']));
  expect(Number(imported) + Number(existing)).toBe(3_000);
  expect(Number(existing)).toBeGreaterThan(100);
  expect(await countIn(world)).toEqual({ conversations: 3_000, messages: 6_000 });
});

it('imports a file once when two imports of it run at the same time', async () => {
  const { world, run } = await platform.setUpWorld();
  const file = fileOf([...numbered(500), { type: 'canned_reply', shortcut: 'a', content: 'A' }]);
  const outcomes = await Promise.all([1, 2].map(() => run(['import', file, '--json'])));
  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const imported = outcomes.map((outcome) => Number(jsonOf(outcome)['imported']));
  expect(imported.reduce((sum, n) => sum + n)).toBe(500);
  expect(await countIn(world)).toEqual({ conversations: 500, messages: 1_000 });
});

it('tells an operator that importing is not allowed, and no stranger that the tenant exists', async () => {
  const { world } = await platform.setUpWorld();
  const file = fileOf([line()]);
  const operator = await platform.addMember(world, 'operator');
  const args = ['import', file, '--tenant', world.tenantId];
  expect(await platform.as(operator.token)(args)).toMatchObject({ exitCode: 4, stdout: '' });
  const stranger = await platform.createStranger();
  expect(await platform.as(stranger.token)(args)).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('There is no tenant with the id '),
  });
  const { run } = await platform.setUpWorld();
  expect(await run(['import', '/nowhere/at-all.jsonl'])).toMatchObject({
    exitCode: 2,
    stderr: "relayctl: /nowhere/at-all.jsonl can't be read (ENOENT).\n",
  });
});
