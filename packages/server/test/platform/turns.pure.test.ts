import { expect, it } from 'vitest';
import { createTurns } from '../../src/platform/turns';

/** A task that runs until it is ended. */
function task(name: string, log: string[]) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<string> => {
    log.push(`${name} starts`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { run, end };
}

it('runs at most so many tasks at once, and the others in the order they came', async () => {
  const log: string[] = [];
  const tasks = ['a', 'b', 'c'].map((name) => task(name, log));
  const inTurn = createTurns(2);
  const answers = tasks.map(({ run }) => inTurn(run));
  expect(log).toEqual(['a starts', 'b starts']);
  for (const { end } of tasks) end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  expect(log.indexOf('c starts')).toBeGreaterThan(log.indexOf('a ends'));
});

it('gives the turn of a task that fails to the next one', async () => {
  const inTurn = createTurns(1);
  const failing = inTurn(async () => Promise.reject(new Error('failed')));
  const next = inTurn(async () => 'next');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('next');
});

it('refuses as overloaded what would wait behind too many', async () => {
  const log: string[] = [];
  const [running, waiting] = [task('a', log), task('b', log)];
  const inTurn = createTurns(1, 1);
  const answers = [inTurn(running.run), inTurn(waiting.run)];
  const refused = inTurn(async () => 'c');
  await expect(refused).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 2 });
  running.end();
  waiting.end();
  expect(await Promise.all(answers)).toEqual(['a', 'b']);
});
