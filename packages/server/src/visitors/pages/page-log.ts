import { SECOND, type Clock } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createSignal, type Listen } from '../../platform/signal';
import type { Database, Tx } from '../../platform/storage/database';
import { createGroupCommit } from '../../platform/storage/group-commit';
import { keyIn, lockInOrderOf } from '../../platform/storage/sql';
import type { TenantDirectory } from '../../tenants/directory';
import { MAX_PAGES, cleanPage, readPages, withPages, type VisitedPage } from './pages';
import { keyOf, type SessionKey, type VisitorSession } from '../session';

export interface PageChange extends SessionKey {
  /** Null before the first message. */
  conversationId: string | null;
  page: VisitedPage;
}

export interface PageLog {
  /** Plans to store the page; drops one that may not be kept. */
  note(session: VisitorSession, page: { url: string; title: string }): void;
  /** Reports a change after its commit, on the node that wrote it. */
  onChanged: Listen<PageChange>;
  start(): void;
  stop(): Promise<void>;
}

/** In ms. A session is written at most this often. */
const WRITE_EVERY_MS = 5 * SECOND;
const LOOK_EVERY_MS = SECOND / 4;
/** The number of sessions on a node that are remembered; pages of others are dropped. */
const MAX_SESSIONS = 20_000;
/** Small, because messages may wait for locks of the same rows. */
const MAX_BATCH = 50;

interface Noted {
  session: SessionKey;
  pages: VisitedPage[];
  /** The time from which it may be written. */
  dueAt: number;
}

interface StoredPages {
  tenant_id: string;
  session_id: string;
  current_page: string | null;
  earlier_pages: string | null;
  ended_at: number | null;
  erased_at: number | null;
  conversation_id: string | null;
}

/** Collects the pages that visitors are on, and writes them together. A page may be lost when a node fails. */
export function createPageLog(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  directory: Pick<TenantDirectory, 'find'>;
}): PageLog {
  const { database, clock, log, directory } = deps;
  const changed = createSignal<PageChange>('visitor_session.page_changed', log);
  const noted = new Map<string, Noted>();
  const writing = new Set<Promise<void>>();
  const commits = createGroupCommit<Noted, PageChange | null>({
    database,
    maxBatch: MAX_BATCH,
    maxQueued: MAX_SESSIONS,
    maxInFlight: 1,
    keyOf: ({ session }) => keyOf(session),
    shardOf: ({ session }) => session.tenantId,
    apply: writePages,
  });

  const write = async (entry: Noted): Promise<void> => {
    const tenant = await directory.find(entry.session.tenantId);
    if (tenant?.status !== 'active' || !tenant.widget.sharePage) return;
    const change = await commits.submit(entry);
    if (change) changed.emit(change);
  };

  const writeAll = async (entries: readonly Noted[]): Promise<void> => {
    const results = await Promise.allSettled(entries.map(write));
    const failed = results.filter((result) => result.status === 'rejected');
    if (failed.length === 0) return;
    log.warn(
      {
        event: 'visitor_pages.not_kept',
        err: failed[0]?.reason as unknown,
        more: failed.length - 1,
      },
      'could not keep the pages of some visitors',
    );
  };

  const look = (now: number): void => {
    const due: Noted[] = [];
    for (const [key, { session, pages, dueAt }] of noted) {
      if (dueAt > now) continue;
      noted.delete(key);
      if (pages.length === 0) continue;
      due.push({ session, pages, dueAt });
      noted.set(key, { session, pages: [], dueAt: now + WRITE_EVERY_MS });
    }
    if (due.length === 0) return;
    const written: Promise<void> = writeAll(due).finally(() => writing.delete(written));
    writing.add(written);
  };

  let timer: NodeJS.Timeout | undefined;
  return {
    note: (session, given) => {
      const page = cleanPage(given, session.origin);
      if (!page) return;
      const key = keyOf(session);
      const { tenantId, sessionId } = session;
      const entry = noted.get(key) ?? { session: { tenantId, sessionId }, pages: [], dueAt: 0 };
      if (noted.size >= MAX_SESSIONS && !noted.has(key)) return;
      entry.pages.push({ ...page, at: clock() });
      if (entry.pages.length > MAX_PAGES) entry.pages.shift();
      noted.set(key, entry);
    },
    onChanged: changed.on,
    start: () => {
      timer = setInterval(() => look(clock()), LOOK_EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      look(Infinity);
      await Promise.all(writing);
    },
  };
}

async function writePages(tx: Tx, jobs: readonly Noted[]): Promise<(PageChange | null)[]> {
  const keys = jobs.map(({ session }) => [session.tenantId, session.sessionId]);
  // Rows are locked in the journal's order. Another node may write the same session for another tab.
  const rows = await tx.rows<StoredPages>(
    `SELECT s.tenant_id, s.session_id, s.current_page, s.earlier_pages, s.ended_at, s.erased_at,
       (SELECT c.conversation_id FROM conversations c
        WHERE c.tenant_id = s.tenant_id AND c.session_id = s.session_id) AS conversation_id
     FROM visitor_sessions s WHERE ${keyIn(tx.dialect, ['s.tenant_id', 's.session_id'], keys)}
     ${lockInOrderOf(tx.dialect, 's.tenant_id, s.session_id')}`,
    keys.flat(),
  );
  const bySession = new Map(rows.map((row) => [row.session_id, row]));
  const changes = jobs.map(({ session, pages: added }) => {
    const row = bySession.get(session.sessionId);
    if (!row || row.ended_at !== null || row.erased_at !== null) return null;
    const known = readPages(row);
    const pages = withPages(known, added);
    const [page, ...earlier] = pages;
    if (pages === known || !page) return null;
    return { ...session, conversationId: row.conversation_id, page, earlier };
  });
  const written = changes.filter((change) => change !== null);
  if (written.length === 0) return changes;
  const cases = written.map(() => 'WHEN ? THEN ?').join(' ');
  await tx.run(
    `UPDATE visitor_sessions SET current_page = CASE session_id ${cases} END,
       earlier_pages = CASE session_id ${cases} END
     WHERE ${keyIn(
       tx.dialect,
       ['tenant_id', 'session_id'],
       written.map(({ tenantId, sessionId }) => [tenantId, sessionId]),
     )}`,
    [
      ...written.flatMap(({ sessionId, page }) => [sessionId, JSON.stringify(page)]),
      ...written.flatMap(({ sessionId, earlier }) => [sessionId, JSON.stringify(earlier)]),
      ...written.flatMap(({ tenantId, sessionId }) => [tenantId, sessionId]),
    ],
  );
  return changes;
}
