import type { Worker } from 'node:worker_threads';
import { MINUTE, SECOND } from '../../../platform/clock';
import { AppError } from '../../../platform/errors';
import type { Logger } from '../../../platform/log';
import type { FoundPart } from '../passage-index';
import { createAskedQuestions } from './asked-questions';
import type { FromThread, KeptSize, Question, Reads, ThreadSettings, ToThread } from './messages';
import { startWorker } from './start-worker';

/** Searches in a thread of its own, so that the event loop neither indexes nor stems. */
export interface KnowledgeThread {
  /**
   * Finds nothing if the thread has too many questions, no answer in time, or has ended twice meanwhile.
   * @param revision the least that the index must have
   */
  search(tenantId: string, revision: number, question: Question): Promise<FoundPart[]>;
  figures(): ThreadFigures;
  stop(): Promise<void>;
}

export interface ThreadFigures extends KeptSize {
  waiting: number;
  givenUp: number;
  /** How often the thread has ended while it was needed. */
  ends: number;
}

export interface KnowledgeThreadOptions {
  log: Logger;
  reads: Reads;
  maxBytes: number;
  idleMs?: number;
  /** How long a question may wait. */
  waitMs?: number;
  start?(settings: ThreadSettings): Worker;
}

/** One thread, from its start to its end. */
interface Running {
  worker: Worker;
  startedAt: number;
  /** When its last message came. */
  heardAt: number;
  /** Reads of the database that it waits for. */
  reads: number;
}

const IDLE_MS = 10 * MINUTE;
/** A search waits for the thread as long as for a model. */
const WAIT_MS = 20 * SECOND;
/** A thread that ended sooner than this is started again after as long. */
const RESTART_MS = SECOND / 2;
const NOTHING: KeptSize = { tenants: 0, bytes: 0 };

export function createKnowledgeThread(options: KnowledgeThreadOptions): KnowledgeThread {
  const { log, reads, maxBytes, idleMs = IDLE_MS, waitMs = WAIT_MS, start = startWorker } = options;
  let running: Running | null = null;
  let restart: NodeJS.Timeout | null = null;
  let isStopped = false;
  let kept = NOTHING;
  let lastId = 0;
  let ends = 0;

  const asked = createAskedQuestions({
    log,
    waitMs,
    onTooSlow: () => {
      const isSilent = running && performance.now() - running.heardAt > waitMs / 2;
      // It takes no messages: no question would ever be answered.
      if (isSilent && running?.reads === 0) void running.worker.terminate();
    },
  });

  /** A read that fails is told to those whose question needs it. */
  const answerRead = async (
    thread: Running,
    { id, tenantId, documentIds }: Extract<FromThread, { kind: 'read' }>,
  ): Promise<void> => {
    let rows: unknown = null;
    thread.reads++;
    try {
      rows = await (documentIds ? reads.contents(tenantId, documentIds) : reads.list(tenantId));
    } catch (error) {
      asked.reject((search) => search.tenantId === tenantId, error);
    }
    thread.reads--;
    thread.worker.postMessage({ kind: 'rows', id, rows } satisfies ToThread);
  };

  const onMessage = (thread: Running, message: FromThread): void => {
    thread.heardAt = performance.now();
    if (message.kind === 'found') asked.resolve(message.id, message.found);
    else if (message.kind === 'read') void answerRead(thread, message);
    else if (message.kind === 'kept') kept = { tenants: message.tenants, bytes: message.bytes };
    else asked.reject(({ id }) => id === message.id, new Error(message.problem));
  };

  const begin = (): Running => {
    const now = performance.now();
    const worker = start({ maxBytes, idleMs });
    const thread = { worker, startedAt: now, heardAt: now, reads: 0 };
    let reason: unknown;
    worker.on('message', (message: FromThread) => onMessage(thread, message));
    worker.once('error', (error) => {
      reason = error;
    });
    worker.once('exit', () => {
      if (!isStopped) onEnd(thread, reason);
    });
    return thread;
  };

  const onEnd = ({ startedAt }: Running, reason: unknown): void => {
    running = null;
    kept = NOTHING;
    ends++;
    log.error(
      { event: 'knowledge.thread_ended', err: reason },
      'the thread that searches knowledge documents ended; it starts again',
    );
    const waitsMs = performance.now() - startedAt < RESTART_MS ? RESTART_MS : 0;
    restart = setTimeout(() => {
      restart = null;
      for (const search of asked.takeAgain()) post(search);
    }, waitsMs);
    restart.unref();
  };

  const post = (message: ToThread): void => {
    running ??= begin();
    running.worker.postMessage(message);
  };

  return {
    search: async (tenantId, revision, question) => {
      if (isStopped) throw new AppError('shutting_down');
      const search = { kind: 'search', id: ++lastId, tenantId, revision, question } as const;
      const found = asked.add(search);
      // A thread that is about to start gets all that wait.
      if (!restart) post(search);
      return found;
    },
    figures: () => ({ ...kept, waiting: asked.size, givenUp: asked.givenUp, ends }),
    stop: async () => {
      isStopped = true;
      if (restart) clearTimeout(restart);
      asked.reject(() => true, new AppError('shutting_down'));
      await running?.worker.terminate();
    },
  };
}
