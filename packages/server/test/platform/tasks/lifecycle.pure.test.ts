import { describe, expect, it } from 'vitest';
import { createLifecycle } from '../../../src/platform/tasks/lifecycle';
import { createLog } from '../../../src/platform/log';
import { task, type Task as Part } from '../../../src/platform/tasks/task';

/** Creates parts that record how they are started and stopped. */
function createStage() {
  const calls: string[] = [];
  const note = (call: string) => void calls.push(call);
  const part = (name: string, failing: 'start' | 'stop' | null = null): Part => ({
    name,
    start: () => {
      note(`start ${name}`);
      if (failing === 'start') throw new Error(`${name} did not start`);
    },
    stop: async () => {
      await Promise.resolve();
      note(`stop ${name}`);
      if (failing === 'stop') throw new Error(`${name} did not stop`);
    },
  });
  const opened = (name: string): Part => ({ name, stop: () => note(`stop ${name}`) });
  return {
    calls,
    part,
    opened,
    lifecycle: createLifecycle(createLog({ level: 'silent', isReadable: false })),
  };
}

describe('a lifecycle', () => {
  it('starts parts in the order of their registration, and stops them in reverse', async () => {
    const { calls, part, opened, lifecycle } = createStage();
    lifecycle.register(opened('database'));
    lifecycle.register(part('http'));
    lifecycle.register(part('worker'));
    await lifecycle.start();
    expect(calls).toEqual(['start http', 'start worker']);
    calls.length = 0;
    await lifecycle.stop();
    expect(calls).toEqual(['stop worker', 'stop http', 'stop database']);
  });

  it('stops parts that were registered together at once, before earlier ones', async () => {
    const { calls, opened, lifecycle } = createStage();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    lifecycle.register(opened('database'));
    lifecycle.register({ name: 'slow', stop: () => gate }, opened('quick'));
    const stopping = lifecycle.stop();
    await expect.poll(() => calls).toEqual(['stop quick']);
    release();
    await stopping;
    expect(calls).toEqual(['stop quick', 'stop database']);
  });

  it('stops what has started when a later part fails to start, and nothing that has not', async () => {
    const { calls, part, opened, lifecycle } = createStage();
    lifecycle.register(opened('database'));
    lifecycle.register(part('http'));
    lifecycle.register(part('worker', 'start'));
    lifecycle.register(part('sockets'));
    await expect(lifecycle.start()).rejects.toThrow('worker did not start');
    expect(calls).toEqual([
      'start http',
      'start worker',
      'stop worker',
      'stop http',
      'stop database',
    ]);
    await lifecycle.stop();
    expect(calls).toHaveLength(5);
  });

  it('stops the other parts when one fails to stop, and then says so', async () => {
    const { calls, part, opened, lifecycle } = createStage();
    lifecycle.register(opened('database'));
    lifecycle.register(part('worker', 'stop'));
    await lifecycle.start();
    const stopped = lifecycle.stop();
    await expect(stopped).rejects.toMatchObject({ errors: [new Error('worker did not stop')] });
    expect(calls).toEqual(['start worker', 'stop worker', 'stop database']);
  });

  it('stops a lifecycle once, however often it is asked to', async () => {
    const { calls, opened, lifecycle } = createStage();
    lifecycle.register(opened('database'));
    expect(lifecycle.isStopping()).toBe(false);
    const stops = [lifecycle.stop(), lifecycle.stop()];
    expect(lifecycle.isStopping()).toBe(true);
    await Promise.all(stops);
    expect(calls).toEqual(['stop database']);
  });

  it('starts no further part when it is stopped during the start', async () => {
    const { calls, part, lifecycle } = createStage();
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    lifecycle.register({ ...part('http'), start: () => gate });
    lifecycle.register(part('worker'));
    const starting = lifecycle.start();
    const stopping = lifecycle.stop();
    release();
    await Promise.all([starting, stopping]);
    expect(calls).toEqual(['stop http']);
  });

  it('ends a task by what its start returned', async () => {
    const { calls, lifecycle } = createStage();
    lifecycle.register(
      task('maintenance', () => {
        calls.push('start');
        return () => void calls.push('stop');
      }),
    );
    await lifecycle.start();
    await lifecycle.stop();
    expect(calls).toEqual(['start', 'stop']);
  });
});
