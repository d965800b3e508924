import type { Sql } from '../sql';

export interface WalUpkeep {
  /** Call this after each commit. */
  written(): void;
  /** Empties the log as soon as no reader needs it: it may contain deleted data. */
  empty(): void;
  /** Resolves when no checkpoint is running; no further one starts. */
  stop(): Promise<void>;
}

export interface WalUpkeepOptions {
  /** A connection that nothing else uses. */
  checkpointer: Sql;
  /** Runs `work` while nothing writes. */
  whileIdle<T>(work: () => Promise<T>): Promise<T>;
  onFailure(error: unknown): void;
  /** How long commits gather before they are copied: a page that many of them changed is copied once. */
  pauseMs?: number;
  /** The pause after a reader prevented the log from being emptied. Writers wait during each try. */
  retryMs?: number;
  /** A larger log makes writers wait for a whole checkpoint. 32 MB by default, 64 MB in an older database. */
  maxFrames?: number;
}

/**
 * Copies SQLite's write-ahead log into the database without blocking the writer. Otherwise the commit that
 * fills the log would do it, and every ack behind it would wait: 150 ms for 30 MB.
 */
export function createWalUpkeep({
  checkpointer,
  whileIdle,
  onFailure,
  pauseMs = 500,
  retryMs = 5_000,
  maxFrames = 16_000,
}: WalUpkeepOptions): WalUpkeep {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let hasNews = false;
  let isToBeEmptied = false;
  let notBefore = 0;
  let isStopped = false;

  // Writes continue during a passive checkpoint, so it may never reach the log's end; SQLite reuses the log
  // from its start only if one did.
  const checkpoint = async (): Promise<void> => {
    const frames = await passive(checkpointer);
    if (isToBeEmptied && performance.now() >= notBefore) {
      isToBeEmptied = !(await whileIdle(() => truncate(checkpointer)));
      notBefore = performance.now() + retryMs;
    } else if (frames > maxFrames) {
      await whileIdle(() => passive(checkpointer));
    }
  };

  const schedule = (): void => {
    timer = setTimeout(() => {
      hasNews = false;
      running = checkpoint()
        .catch(onFailure)
        .then(() => {
          timer = null;
          hasNews ||= isToBeEmptied;
          if (hasNews && !isStopped) schedule();
        });
    }, pauseMs);
    timer.unref();
  };

  const written = (): void => {
    hasNews = true;
    if (!timer && !isStopped) schedule();
  };

  return {
    written,
    empty: () => {
      isToBeEmptied = true;
      notBefore = 0;
      written();
    },
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

/** Tries to empty the log. False: a reader still uses it. */
async function truncate(sql: Sql): Promise<boolean> {
  const [row] = await sql.rows<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
  return row?.busy === 0;
}

/** Copies what is possible without waiting. Returns how many frames the log has, including copied ones. */
async function passive(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)');
  return row?.log ?? 0;
}
