import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setUpPlatform } from '../support/platform';

const platform = setUpPlatform();

describe('bot and faq', () => {
  it('adds, lists, changes and removes entries, and tries the bot with them', async () => {
    const { run } = await platform.setUpWorld();
    const added = await run(['faq', 'add', '--question', 'When do you open?', '--answer', 'At 9.']);
    expect(added).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^faq_\S{32}\n$/) });
    const id = added.stdout.trim();

    const tried = await run(['bot', 'test', 'When do you open?', '--locale', 'en']);
    expect(tried.stdout).toBe('answers, confidence 100 %\n  "At 9."\n  100 %  When do you open?\n');
    const data = JSON.stringify({ restricted_topics: [{ phrases: ['open'] }] });
    const unsaved = await run(['bot', 'test', 'Are you open?', '--data', '-'], data);
    expect(unsaved.stdout).toMatch(/^hands over to a person: restricted_topic\n/);

    await run(['faq', 'update', id, '--answer', 'At 10.', '--locale', 'en']);
    expect((await run(['faq'])).stdout).toMatch(/When do you open\? +At 10\. +en +faq_/);
    expect((await run(['faq', 'update', id])).exitCode).toBe(2);
    expect((await run(['faq', 'remove', id])).stdout).toBe('Removed "When do you open?".\n');
    expect(await run(['faq', 'remove', id])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('relayctl faq lists them'),
    });
  });

  it('compares what the bot does with what a file expects', async () => {
    const { run } = await platform.setUpWorld();
    await run(['faq', 'add', '--question', 'When do you open?', '--answer', 'At 9.']);
    const folder = mkdtempSync(join(tmpdir(), 'questions-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'questions.csv');
    const evaluate = (...more: string[]) => run(['bot', 'eval', file, ...more]);
    expect(await evaluate()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(file) });

    writeFileSync(
      file,
      'question,expected\nWhen do you open?,at 9\n"Who won, in 1998?",escalate\nWhen do you open?,at 10\n',
    );
    const all = await evaluate();
    expect(all.exitCode).toBe(1);
    expect(all.stderr).toContain('Fewer than 100 % are as expected.');
    expect(all.stdout).toMatch(/ok +When do you open\? +at 9 +answers "At 9\."/);
    expect(all.stdout).toMatch(/ok +Who won, in 1998\? +escalate +hands over: low_confidence/);
    expect(all.stdout).toMatch(/NO +When do you open\? +at 10/);
    expect(all.stdout).toMatch(/\n2 of 3 as expected\n$/);
    expect((await evaluate('--min', '0.6')).exitCode).toBe(0);
    expect((await evaluate('--min', '0.7')).exitCode).toBe(1);
    expect(JSON.parse((await evaluate('--min', '0', '--json')).stdout)).toMatchObject({
      met: 2,
      questions: 3,
      outcomes: [{ decision: 'answer', is_met: true }, { reason: 'low_confidence' }, {}],
    });
    for (const bad of ['', '2', '-1', 'most']) {
      expect((await evaluate('--min', bad)).exitCode).toBe(2);
    }
    writeFileSync(file, 'a question alone\n');
    expect((await evaluate()).exitCode).toBe(2);
  });
});
