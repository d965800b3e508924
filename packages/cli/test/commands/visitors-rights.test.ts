import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createChattyVisitor } from '../../../server/test/compliance/chatty-visitor';
import { addOperator } from '../../../server/test/support/world';
import { setUpPlatform } from '../support/platform';
import { configFolder, jsonOf } from '../support/relayctl';

const platform = setUpPlatform();

const visit = async (mark: string, userId?: string) => {
  const { world, run } = await platform.setUpWorld();
  const visitor = await createChattyVisitor(platform.relay().url, world, mark, userId);
  visitor.socket.close();
  return { world, run, ...visitor };
};

it('exports a visitor to stdout or a file, and overwrites nothing without --force', async () => {
  const { run, sessionId, conversationId } = await visit('ex', 'u-ex');
  const shown = await run(['conversation', 'show', conversationId]);
  expect(shown.stdout).toContain(`session: ${sessionId}\nuser: u-ex\n`);

  const printed = await run(['visitor', 'export', '--session', sessionId]);
  expect(printed).toMatchObject({
    exitCode: 0,
    stderr: `1 session of the session ${sessionId}.\n`,
  });
  expect(jsonOf(printed)).toMatchObject({
    schema_version: '1',
    sessions: [{ session_id: sessionId, identity: { user_id: 'u-ex' } }],
  });

  const file = join(configFolder(), 'u.json');
  const save = ['visitor', 'export', '--user', 'u-ex', '-o', file];
  expect(await run(save)).toEqual({
    exitCode: 0,
    stdout: `Saved 1 session of the user u-ex to ${file}.\n`,
    stderr: '',
  });
  expect(readFileSync(file, 'utf8')).toContain('I am ex');
  expect(statSync(file).mode & 0o777).toBe(0o600);

  writeFileSync(file, 'mine');
  const exportsBefore = (await run(['audit', '--json', '--all'])).stdout.split('visitor.exported');
  expect(await run(save)).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('is already there: give another name with -o, or --force'),
  });
  const exportsAfter = (await run(['audit', '--json', '--all'])).stdout.split('visitor.exported');
  expect(exportsAfter).toHaveLength(exportsBefore.length);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await run([...save, '--force', '--json'])).stdout).toContain('"sessions": 1');
  expect(readFileSync(file, 'utf8')).toContain('I am ex');
  const link = join(configFolder(), 'link.json');
  symlinkSync(join(link, 'nowhere'), link);
  expect((await run([...save.slice(0, -1), link])).exitCode).toBe(1);
});

it('erases a visitor once the id is typed, and says before how much goes', async () => {
  const { world, sessionId } = await visit('er', 'u-er');
  const token = world.ownerToken;
  const args = `visitor erase --session ${sessionId}`;
  const wrong = await platform.runInTerminal(args, { token, answer: 'yes' });
  expect(wrong.exitCode).toBe(1);
  expect(wrong.output).toMatch(
    /This will erase the session vs_\S+ of Shop: 1 session, 1 conversation, \d messages \(the last of 20/,
  );
  expect(wrong.output).not.toContain('Erased');
  const right = await platform.runInTerminal(args, { token, answer: sessionId.slice(0, 10) });
  expect(right.exitCode).toBe(0);
  expect(right.output).toContain(`Erased 1 session: the session ${sessionId} of Shop.`);
});

it('erases without a terminal only with --yes, and counts with --dry-run', async () => {
  const { world, run, conversationId } = await visit('ye', 'u-ye');
  const erase = ['visitor', 'erase', '--user', 'u-ye'];
  expect(await run(erase)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: 'relayctl: There is no terminal for questions: give --yes if you mean it.\n',
  });
  expect(jsonOf(await run([...erase, '--dry-run', '--json']))).toMatchObject({
    would_erase: { sessions: 1, conversations: 1 },
  });
  const messages = ['api', 'GET', `/console/fetch/messages?conversation_id=${conversationId}`];
  expect((await run(messages)).stdout).toContain('I am ye');
  expect(jsonOf(await run([...erase, '--yes', '--json']))).toEqual({ erased_sessions: 1 });
  expect((await run(messages)).stdout).not.toContain('I am ye');
  expect(await run([...erase, '--yes'])).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: 'Nothing is stored about the user u-ye of Shop.\n',
  });

  const { token } = await addOperator(platform.relay().url, world, 'Ana');
  expect((await platform.as(token)([...erase, '--yes'])).exitCode).toBe(4);
  const unknown = ['--session', `vs_${'A'.repeat(43)}`];
  for (const verb of ['export', 'erase']) {
    const rest = verb === 'erase' ? [...unknown, '--yes'] : unknown;
    expect(await run(['visitor', verb, ...rest])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('no such session'),
    });
    for (const args of [[], ['--session', '4711'], [...unknown, '--user', 'x']]) {
      expect((await run(['visitor', verb, ...args])).exitCode).toBe(2);
    }
  }
});
