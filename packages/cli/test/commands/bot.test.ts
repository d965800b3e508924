import { describe, expect, it } from 'vitest';
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
    expect((await run(['faq', 'remove', id])).stdout).toBe('"When do you open?" is removed.\n');
    expect(await run(['faq', 'remove', id])).toMatchObject({
      exitCode: 4,
      stderr: expect.stringContaining('relayctl faq lists them'),
    });
  });
});
