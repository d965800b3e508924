import { MINUTE, SECOND } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { placeholders } from '../../platform/storage/sql';
import { createLookupCache } from '../../tenants/lookup-cache';
import { createPassageIndex, type PassageIndex } from './passage-index';
import { createSlices } from '../../platform/slices';
import { splitDocument } from './split';

/** The index of each tenant whose visitors ask. */
export interface TenantIndexes {
  /** With every change of this node, and those of other nodes up to a second ago. Null: no documents. */
  of(tenantId: string): Promise<PassageIndex | null>;
  /** After a change on this node. */
  changed(tenantId: string): void;
  stop(): void;
}

interface Kept {
  index: PassageIndex;
  /** Of the totals; null while it is built for the first time. */
  revision: number | null;
  /** Changes of an index wait for each other. */
  updated: Promise<void>;
  usedAt: number;
}

export interface TenantIndexesOptions {
  database: Database;
  /** How long an unused index is kept. */
  idleMs?: number;
}

/** Other nodes' changes are seen after this time. */
const REVISION_TTL_MS = SECOND;
const MAX_REVISIONS = 10_000;
const IDLE_MS = 10 * MINUTE;
/** Of all tenants together; an index with 10,000 takes about 30 MB. */
const MAX_KEPT_PASSAGES = 50_000;
const DOCUMENTS_A_READ = 20;

export function createTenantIndexes({
  database,
  idleMs = IDLE_MS,
}: TenantIndexesOptions): TenantIndexes {
  /** The least recently used first. */
  const kept = new Map<string, Kept>();
  const revisions = createLookupCache({
    load: (tenantId) => readRevision(database, tenantId),
    ttlMs: REVISION_TTL_MS,
    maxEntries: MAX_REVISIONS,
  });

  const evict = (): void => {
    const oldestUse = performance.now() - idleMs;
    let passages = [...kept.values()].reduce((sum, { index }) => sum + index.size, 0);
    for (const [tenantId, { usedAt, index }] of kept) {
      const isLast = kept.size === 1;
      if (usedAt > oldestUse && (passages <= MAX_KEPT_PASSAGES || isLast)) continue;
      kept.delete(tenantId);
      passages -= index.size;
    }
  };
  const timer = setInterval(evict, Math.min(idleMs, MINUTE));
  timer.unref();

  const use = (tenantId: string): Kept => {
    const known = kept.get(tenantId) ?? {
      index: createPassageIndex(),
      revision: null,
      updated: Promise.resolve(),
      usedAt: 0,
    };
    known.usedAt = performance.now();
    kept.delete(tenantId);
    kept.set(tenantId, known);
    return known;
  };

  return {
    of: async (tenantId) => {
      const revision = await revisions.get(tenantId);
      if (revision === 0) return null;
      const known = use(tenantId);
      known.updated = known.updated
        .catch(() => undefined) // the question that waited for it was told
        .then(async () => {
          if (known.revision !== null && known.revision >= revision) return;
          await update(database, tenantId, known.index);
          known.revision = revision;
          evict();
        });
      await known.updated;
      return known.index;
    },
    changed: revisions.forget,
    stop: () => clearInterval(timer),
  };
}

async function readRevision(database: Database, tenantId: string): Promise<number> {
  const [row] = await database.read.rows<{ revision: number }>(
    'SELECT revision FROM knowledge_totals WHERE tenant_id = ?',
    [tenantId],
  );
  return row?.revision ?? 0;
}

/** Takes over what has changed, in slices, so that nothing else waits. */
async function update(database: Database, tenantId: string, index: PassageIndex): Promise<void> {
  const { pause } = createSlices();
  const stored = await database.read.rows<{ id: string; revision: number }>(
    `SELECT knowledge_document_id AS id, revision FROM knowledge_documents WHERE tenant_id = ?`,
    [tenantId],
  );
  const current = new Map(stored.map(({ id, revision }) => [id, revision]));
  for (const { documentId, revision } of index.documents()) {
    if (current.get(documentId) === revision) {
      current.delete(documentId);
      continue;
    }
    do await pause();
    while (index.removeOne(documentId));
  }
  const changed = [...current.keys()];
  for (let from = 0; from < changed.length; from += DOCUMENTS_A_READ) {
    const rows = await readDocuments(
      database,
      tenantId,
      changed.slice(from, from + DOCUMENTS_A_READ),
    );
    for (const { content, ...document } of rows) {
      for (const [place, part] of splitDocument(content).entries()) {
        index.add(document, place, part);
        await pause();
      }
    }
  }
}

interface ReadDocument {
  documentId: string;
  revision: number;
  title: string;
  url: string | null;
  locale: string | null;
  content: string;
}

function readDocuments(
  database: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadDocument[]> {
  return database.read.rows<ReadDocument>(
    `SELECT knowledge_document_id AS documentId, revision, title, url, locale, content
     FROM knowledge_documents
     WHERE tenant_id = ? AND knowledge_document_id IN ${placeholders(1, ids.length)}`,
    [tenantId, ...ids],
  );
}
