import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log';
import { createAwaitedSignal, createSignal } from '../../src/platform/signal';

function logLines() {
  const lines: { signal?: string; msg: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  return { lines, log: createLog({ level: 'info', isReadable: false }, { write }) };
}

describe('a signal', () => {
  it('calls listeners in the order in which they were added, until they are removed', () => {
    const { log } = logLines();
    const signal = createSignal<string>('test', log);
    const calls: string[] = [];
    const remove = signal.on((value) => calls.push(`first ${value}`));
    signal.on((value) => calls.push(`second ${value}`));
    signal.emit('a');
    remove();
    signal.emit('b');
    expect(calls).toEqual(['first a', 'second a', 'second b']);
  });

  it('logs the error of a listener that throws, and calls the others', () => {
    const { log, lines } = logLines();
    const signal = createSignal<string>('test', log);
    const calls: string[] = [];
    signal.on(() => {
      throw new Error('broken');
    });
    signal.on((value) => calls.push(value));
    signal.emit('a');
    expect(calls).toEqual(['a']);
    expect(lines).toMatchObject([{ signal: 'test', msg: 'a listener failed' }]);
  });
});

describe('an awaited signal', () => {
  it('waits for each listener of an awaited signal before it calls the next', async () => {
    const signal = createAwaitedSignal<string>();
    const calls: string[] = [];
    signal.on(async (value) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      calls.push(`first ${value}`);
    });
    signal.on(async (value) => void calls.push(`second ${value}`));
    await signal.emit('a');
    expect(calls).toEqual(['first a', 'second a']);
  });

  it('fails an awaited signal with its first listener that fails, and calls no later one', async () => {
    const signal = createAwaitedSignal<string>();
    const calls: string[] = [];
    signal.on(() => Promise.reject(new Error('refused')));
    signal.on(async (value) => void calls.push(value));
    await expect(signal.emit('a')).rejects.toThrow('refused');
    expect(calls).toEqual([]);
  });
});
