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
    writeFileSync(file, 'a question,answer\n,escalate\n');
    expect((await evaluate()).exitCode).toBe(2);
  });

  it('fails where the bot answers too little or too much wrongly, and names the closest passage', async () => {
    const { run } = await platform.setUpWorld();
    await run(['faq', 'add', '--question', 'When do you open?', '--answer', 'At 9.']);
    const folder = mkdtempSync(join(tmpdir(), 'questions-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'questions.csv');
    const evaluate = (...more: string[]) => run(['bot', 'eval', file, ...more]);
    writeFileSync(
      file,
      [
        'question,expected,document',
        'When do you open?,,',
        'When do you open?,at 9,When do you open?',
        'When do you open?,,Delivery',
        'Who won in 1998?,escalate,',
        'Who won in 1999?,,',
      ].join('\n'),
    );
    const { stdout, exitCode } = await evaluate('--max-wrong', '0.2', '--min-answered', '0.5');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/NO +When do you open\? +Delivery +WRONG, answers "At 9\."/);
    expect(stdout).toMatch(/When do you open\? \(100 %\)/);
    expect(stdout).toContain('2 of 4 answered, 2 handed over, 1 answered wrongly\n');
    expect(stdout).toContain('2 of 3 as expected\n');
    const wrong = await evaluate('--max-wrong', '0.1');
    expect(wrong.exitCode).toBe(1);
    expect(wrong.stderr).toContain('More than 10 % are answered wrongly.');
    const few = await evaluate('--min-answered', '0.6');
    expect(few.exitCode).toBe(1);
    expect(few.stderr).toContain('Fewer than 60 % of those that should be answered are.');
    const { stdout: json } = await evaluate('--max-wrong', '1', '--json');
    expect(JSON.parse(json)).toMatchObject({
      answerable: 4,
      answered: 2,
      handed_over: 2,
      wrong: 1,
      wrong_share: 0.2,
      outcomes: [
        {
          result: 'answered',
          is_met: null,
          closest: { title: 'When do you open?', confidence: 1 },
        },
        { result: 'answered', is_met: true },
        { result: 'wrong', is_met: false },
        { result: 'handed_over', is_met: true },
        { result: 'handed_over', is_met: null },
      ],
    });
    const lines = join(folder, 'questions.txt');
    writeFileSync(lines, 'When, and where, do you open?\n\nWhen do you open?\n');
    const plain = await run(['bot', 'eval', lines, '--json']);
    expect(JSON.parse(plain.stdout)).toMatchObject({ questions: 2, expecting: 0, share: 1 });
    expect(plain.exitCode).toBe(0);
  });
});
