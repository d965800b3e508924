import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reads } from '../../../src/bots/knowledge/thread/messages';
import { startWorker } from '../../../src/bots/knowledge/thread/start-worker';
import {
  createKnowledgeThread,
  type KnowledgeThread,
  type KnowledgeThreadOptions,
} from '../../../src/bots/knowledge/thread/thread';
import { createLog } from '../../../src/platform/log';

const DOCUMENT = { documentId: 'kd_1', revision: 1, title: 'Shop', url: null, locale: null };
const CONTENT = '# Returns\n\nSend the parcel back within 14 days.';
const READS: Reads = {
  list: async () => [{ documentId: 'kd_1', revision: 1, bytes: CONTENT.length }],
  contents: async () => [{ ...DOCUMENT, content: CONTENT }],
};

const threads: KnowledgeThread[] = [];
let workers: Worker[] = [];
let events: string[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.stop();
  workers = [];
  events = [];
});

function startThread(options: Partial<KnowledgeThreadOptions>): KnowledgeThread {
  const log = createLog(
    { level: 'warn', isReadable: false, outageOf: () => null },
    { write: (line) => void events.push((JSON.parse(line) as { event: string }).event) },
  );
  const thread = createKnowledgeThread({
    log,
    reads: READS,
    maxBytes: 16 * 1024 * 1024,
    start: (settings) => {
      const worker = startWorker(settings);
      workers.push(worker);
      return worker;
    },
    ...options,
  });
  threads.push(thread);
  return thread;
}

const ask = async (thread: KnowledgeThread, tenantId = 'tenant'): Promise<string[]> =>
  (await thread.search(tenantId, 1, ['returns'])).map(({ text }) => text);
const FOUND = ['Send the parcel back within 14 days.'];

/** Reads of contents that terminate the thread, the given number of times. */
function deadly(times: number): Reads {
  let left = times;
  return {
    ...READS,
    contents: async (tenantId, ids) => {
      if (left-- > 0) await workers.at(-1)?.terminate();
      return READS.contents(tenantId, ids);
    },
  };
}

describe('the thread that searches knowledge documents', () => {
  it('is started again when it ends, and takes over the questions that it had', async () => {
    const thread = startThread({ reads: deadly(1) });
    expect(await Promise.all([ask(thread), ask(thread)])).toEqual([FOUND, FOUND]);
    expect(thread.figures()).toMatchObject({ ends: 1, givenUp: 0, waiting: 0, tenants: 1 });
    expect(events).toEqual(['knowledge.thread_ended']);
  });

  it('gives up a question that was in two threads that ended, and answers the next', async () => {
    const thread = startThread({ reads: deadly(2) });
    expect(await ask(thread)).toEqual([]);
    expect(await ask(thread)).toEqual(FOUND);
    expect(thread.figures()).toMatchObject({ ends: 2, givenUp: 1 });
    expect(events).toContain('knowledge.not_searched');
  });

  it('is replaced when it takes no messages', async () => {
    let starts = 0;
    const thread = startThread({
      waitMs: 1_000,
      start: (settings) =>
        starts++ === 0 ? new Worker('for (;;);', { eval: true }) : startWorker(settings),
    });
    expect(await ask(thread)).toEqual([]);
    await expect.poll(() => ask(thread), { timeout: 15_000 }).toEqual(FOUND);
  });

  it('waits for the database no longer than a question may take, and is not replaced', async () => {
    const thread = startThread({
      waitMs: 1_000,
      reads: { ...READS, list: () => new Promise(() => {}) },
    });
    expect(await ask(thread)).toEqual([]);
    expect(thread.figures()).toMatchObject({ ends: 0, givenUp: 1 });
  });

  it('has at most 250 questions of a tenant that wait, and 1,000 in all', async () => {
    let answer: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const thread = startThread({
      reads: { ...READS, list: (tenantId) => isAnswered.then(() => READS.list(tenantId)) },
    });
    const first = Array.from({ length: 251 }, () => ask(thread));
    expect(await first[250]).toEqual([]);
    const others = Array.from({ length: 751 }, (_, i) => ask(thread, `tenant ${i % 4}`));
    expect(await others[750]).toEqual([]);
    answer();
    const answers = await Promise.all([...first, ...others]);
    expect(answers.filter((texts) => texts.length === 0)).toHaveLength(2);
    expect(thread.figures().givenUp).toBe(2);
  });

  it('fails a question whose documents can’t be read, and reads them for the next', async () => {
    let fails = true;
    const failure = new Error('the database is down');
    const thread = startThread({
      reads: {
        ...READS,
        list: async (tenantId) => {
          if (fails) throw failure;
          return READS.list(tenantId);
        },
      },
    });
    await expect(ask(thread)).rejects.toBe(failure);
    fails = false;
    expect(await ask(thread)).toEqual(FOUND);
  });

  it('refuses questions once it is stopped', async () => {
    const thread = startThread({ reads: { ...READS, list: () => new Promise(() => {}) } });
    const asked = expect(ask(thread)).rejects.toMatchObject({ code: 'shutting_down' });
    await thread.stop();
    await asked;
    await expect(ask(thread)).rejects.toMatchObject({ code: 'shutting_down' });
  });
});
