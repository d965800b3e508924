import { MINUTE, SECOND, type Clock } from '../platform/clock';
import type { Logger } from '../platform/log';
import { createPace } from '../platform/storage/batch-erasure';
import type { Budgets } from '../platform/storage/budgets';
import type { Database } from '../platform/storage/database';
import { keyOf, type SessionKey } from '../visitors/session';
import { catchUp } from './catching-up';
import { indexSessions, ROWS_A_DOCUMENT, type Indexed, type Wanted } from './documents';
import { hear, type Heard, type Said } from './heard';
import { SEARCH_PROGRESS, WORDS_VERSION } from './model';
import { upsertRows } from '../platform/storage/sql';

export interface Indexing {
  /**
   * Called after a commit that wrote messages or facts about the visitor.
   * @param messages those of this commit; without them, the conversation is read from the database
   */
  note(session: SessionKey, messages?: readonly Said[]): void;
  /** How many conversations wait, or are being indexed. */
  waiting(): number;
  index(): Promise<void>;
  /** Indexes conversations from before an upgrade, and those that a killed node left behind. */
  catchUp(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface IndexingOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  budgets: Pick<Budgets, 'take'>;
}

const INDEX_EVERY_MS = 2 * SECOND;
const LOOK_EVERY_MS = MINUTE;
const CATCH_UP_EVERY_MS = 10 * MINUTE;
/** Claim with which one node at a time catches up; `WORK_MS` is less, so that it ends before its claim. */
const CLAIM = { key: 'search', limit: 1, windowMs: 55 * SECOND };
const WORK_MS = 50 * SECOND;
/** Overlap with the last catch-up: clocks of nodes differ, and a commit may take long. */
const OVERLAP_MS = 10 * MINUTE;
const MAX_WAITING = 20_000;
const MAX_HEARD_CHARACTERS = 4_000_000;
const MAX_SESSIONS_A_COMMIT = 25;
/** Name of the catch-up's progress. A new version starts over, because earlier documents lack some words. */
const PROGRESS = `words ${WORDS_VERSION}`;

/** Indexes messages after their commit, in transactions that are too short to delay other writers. */
export function createIndexing({ database, clock, log, budgets }: IndexingOptions): Indexing {
  const waiting = new Map<string, Wanted>();
  let round: readonly Wanted[] = [];
  /** Documents of the conversations that this node has indexed, the latest last. */
  const documents = new Map<string, number>();
  let heardCharacters = 0;
  const pace = createPace(database);
  let isStopped = false;
  /** Whether a catch-up is due: at the start, and after changes beyond `MAX_WAITING` were dropped. */
  let hasLost = true;
  let timers: NodeJS.Timeout[] = [];
  let working: Promise<void> = Promise.resolve();

  const note = (session: SessionKey, messages: readonly Said[] = []): void => {
    const key = keyOf(session);
    const before = waiting.get(key);
    if (!before && waiting.size >= MAX_WAITING) {
      hasLost = true;
      return;
    }
    const { tenantId, sessionId } = session;
    const heard = before?.heard === null ? null : listen(key, before?.heard, messages);
    waiting.set(key, { tenantId, sessionId, heard });
  };

  const listen = (
    key: string,
    heard: Heard | undefined,
    messages: readonly Said[],
  ): Heard | null => {
    const documentNo = heard?.documentNo ?? documents.get(key);
    if (documentNo === undefined || messages.length === 0) return null;
    for (const { content } of messages) heardCharacters += content.length;
    return heardCharacters > MAX_HEARD_CHARACTERS ? null : hear(heard, documentNo, messages);
  };

  const remember = (session: Indexed): void => {
    const key = keyOf(session);
    documents.delete(key);
    documents.set(key, session.documentNo);
    const [oldest] = documents.keys();
    if (documents.size > MAX_WAITING && oldest !== undefined) documents.delete(oldest);
  };

  /** Indexes what waits now, and leaves later conversations for the next call: under load, this one would never end. */
  const indexWaiting = async (): Promise<void> => {
    round = [...waiting.values()];
    waiting.clear();
    heardCharacters = 0;
    try {
      while (round.length > 0 && !isStopped) {
        const size = Math.min(Math.ceil(pace.rows / ROWS_A_DOCUMENT), MAX_SESSIONS_A_COMMIT);
        const some = round.slice(0, size);
        const indexed = await pace.transaction((tx) => indexSessions(tx, some));
        for (const session of indexed) remember(session);
        const unfinished = indexed.filter(({ isUnfinished }) => isUnfinished);
        round = [...round.slice(size), ...unfinished];
      }
    } finally {
      for (const session of round) note(session);
      round = [];
    }
  };

  const catchUpNow = async (): Promise<void> => {
    const startedAt = clock();
    const endsAt = performance.now() + WORK_MS;
    const isOver = (): boolean => isStopped || performance.now() > endsAt;
    const since = (await caughtUpTo()) - OVERLAP_MS;
    hasLost = false;
    let isDone = false;
    try {
      isDone = await catchUp(database, since, isOver, async (sessions) => {
        for (const session of sessions) note(session);
        await indexWaiting();
      });
    } finally {
      if (!isDone) hasLost = true;
    }
    if (!isDone) return;
    await database.transaction((tx) =>
      upsertRows(tx, SEARCH_PROGRESS, [{ name: PROGRESS, caught_up_to: startedAt }]),
    );
  };

  const caughtUpTo = async (): Promise<number> => {
    const [row] = await database.read.rows<{ caught_up_to: number }>(
      'SELECT caught_up_to FROM search_progress WHERE name = ?',
      [PROGRESS],
    );
    return row?.caught_up_to ?? 0;
  };

  const look = async (): Promise<void> => {
    if (!hasLost && (await caughtUpTo()) > clock() - CATCH_UP_EVERY_MS) return;
    if ((await database.transaction((tx) => budgets.take(tx, CLAIM))) > 0) return;
    await catchUpNow();
  };

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = working.then(work);
    working = turn.catch(() => undefined);
    return turn;
  };
  const attempt = (work: () => Promise<void>): void => {
    inTurn(work).catch((err: unknown) =>
      log.warn({ event: 'search.not_indexed', err }, 'could not index messages yet'),
    );
  };

  return {
    note,
    waiting: () => waiting.size + round.length,
    index: () => inTurn(indexWaiting),
    catchUp: () => inTurn(catchUpNow),
    start: () => {
      attempt(look);
      timers = [
        setInterval(() => {
          if (waiting.size > 0 && round.length === 0) attempt(indexWaiting);
        }, INDEX_EVERY_MS),
        setInterval(() => attempt(look), LOOK_EVERY_MS),
      ];
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      isStopped = true;
      await working;
    },
  };
}
