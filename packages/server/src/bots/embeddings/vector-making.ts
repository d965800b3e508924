import { createPace, GENTLE } from '../../platform/storage/batch-erasure';
import { SECOND, type Clock } from '../../platform/clock';
import type { Database } from '../../platform/storage/database';
import { createSlices } from '../../platform/slices';
import type { TenantDirectory } from '../../tenants/directory';
import { embeddedParts, type EmbeddedPart } from './embedded-parts';
import type { Embedder, Embedders, NotEmbedded } from './embedders';
import { MAX_NUMBERS } from './embeddings-client';
import {
  deleteVectors,
  hasVectors,
  readDocuments,
  readOfDocument,
  storeVectors,
  type StoredDocument,
} from './stored-vectors';
import { createVectorLeases, readProgress, type VectorLease } from './vector-progress';

/** The result of a run. `at`: when the tenant's next run is due. */
export type Made = { isDone: true } | { isDone: false; at: number };

export interface VectorMakingOptions {
  database: Database;
  clock: Clock;
  directory: Pick<TenantDirectory, 'find'>;
  embedders: Pick<Embedders, 'of'>;
  timeoutMs: number;
  /** Called when a tenant's vectors have changed. */
  onMade(tenantId: string): void;
}

const DOCUMENTS_A_READ = 20;
const MAX_TEXTS = 32;
/** Texts in the first request: the size of the model's vectors is not known yet. */
const FIRST_TEXTS = 4;
/** The wait when visitors' questions have used up the day's tokens. */
const NO_TOKENS_MS = 600_000;

interface Run {
  tenantId: string;
  embedder: Embedder;
  lease: VectorLease;
  signal: AbortSignal;
  /** Texts per request, so that the vectors fit into a response. */
  texts: number;
  /** The length of this run's vectors; null before the first response. */
  dimensions: number | null;
}

/**
 * Makes the vectors that a tenant's passages lack, and deletes those of other models and older texts. Unchanged
 * passages keep theirs. Several nodes may try; the one with the lease works.
 */
export function createVectorMaking(options: VectorMakingOptions) {
  const { database, clock, directory, embedders, timeoutMs, onMade } = options;
  const takeLease = createVectorLeases({ database, clock });
  const pace = createPace(database, GENTLE);

  return async (tenantId: string, signal: AbortSignal): Promise<Made> => {
    const tenant = await directory.find(tenantId);
    if (tenant?.status !== 'active') return { isDone: true };
    const embedder = embedders.of(tenant);
    const modelKey = embedder?.key ?? '';
    const { revision } = await readProgress(database.read, tenantId);
    if (revision === 0 || (!embedder && !(await hasVectors(database.read, tenantId)))) {
      return { isDone: true };
    }
    const lease = await takeLease(tenantId, modelKey);
    if (!lease) return afterOthers(tenantId, modelKey);
    try {
      await deleteVectors(database, tenantId, 'model_key <> ?', [modelKey]);
      if (!embedder) {
        await lease.complete(revision, '');
        onMade(tenantId);
        return { isDone: true };
      }
      const run = { tenantId, embedder, lease, signal, texts: FIRST_TEXTS, dimensions: null };
      const failure = await embedAll(run);
      if (failure === 'lost') return { isDone: true };
      if (failure && signal.aborted) {
        await lease.release();
        return { isDone: true };
      }
      if (failure) {
        const afterMs = failure.why === 'no_tokens' ? NO_TOKENS_MS : failure.retryAfterMs;
        return { isDone: false, at: await lease.fail(afterMs) };
      }
      await lease.complete(revision, modelKey);
      onMade(tenantId);
      return { isDone: false, at: clock() }; // what has changed meanwhile
    } catch (error) {
      await lease.release().catch(() => undefined); // it ends on its own
      throw error;
    }
  };

  /** Returns when to look again while another node works, or a failure's pause lasts. */
  async function afterOthers(tenantId: string, modelKey: string): Promise<Made> {
    const progress = await readProgress(database.read, tenantId);
    const { revision, vectorsRevision, vectorsModel, vectorsUntil } = progress;
    if (vectorsRevision === revision && vectorsModel === modelKey) return { isDone: true };
    return { isDone: false, at: Math.max(vectorsUntil, clock() + SECOND) };
  }

  async function embedAll(run: Run): Promise<NotEmbedded | 'lost' | null> {
    const { tenantId } = run;
    await deleteVectors(
      database,
      tenantId,
      `NOT EXISTS (SELECT 1 FROM knowledge_documents d WHERE d.tenant_id = knowledge_vectors.tenant_id
         AND d.knowledge_document_id = knowledge_vectors.knowledge_document_id)`,
    );
    const stale = await database.read.rows<{ id: string }>(
      `SELECT d.knowledge_document_id AS id FROM knowledge_documents d
       WHERE d.tenant_id = ? AND d.passages <> (
         SELECT COUNT(*) FROM knowledge_vectors v
         WHERE v.tenant_id = d.tenant_id AND v.knowledge_document_id = d.knowledge_document_id
           AND v.revision = d.revision)`,
      [tenantId],
    );
    for (let from = 0; from < stale.length; from += DOCUMENTS_A_READ) {
      const ids = stale.slice(from, from + DOCUMENTS_A_READ).map(({ id }) => id);
      for (const document of await readDocuments(database.read, tenantId, ids)) {
        const failure = await embedDocument(run, document);
        if (failure) return failure;
      }
    }
    return null;
  }

  async function embedDocument(
    run: Run,
    document: StoredDocument,
  ): Promise<NotEmbedded | 'lost' | null> {
    const { tenantId, embedder } = run;
    const { documentId, revision } = document;
    const { pause } = createSlices();
    const parts = embeddedParts(document);
    await pause();
    const key = { tenantId, documentId, modelKey: embedder.key };
    const stored = await readOfDocument(database.read, key);
    const known = new Map(stored.map((row) => [row.text_hash, row.vector]));
    const store = (some: readonly EmbeddedPart[], vectors: readonly Buffer[]): Promise<boolean> =>
      storeVectors(
        pace,
        { tenantId, documentId, revision },
        some.map(({ place, hash }, at) => ({
          place,
          model_key: embedder.key,
          text_hash: hash,
          vector: vectors[at]!,
        })),
      );
    const kept = parts.filter(({ hash }) => known.has(hash));
    if (
      !(await store(
        kept,
        kept.map(({ hash }) => known.get(hash)!),
      ))
    )
      return null;
    const missing = parts.filter(({ hash }) => !known.has(hash));
    while (missing.length > 0) {
      if (!(await run.lease.renew())) return 'lost';
      const some = missing.splice(0, run.texts);
      const result = await embedder.embed(
        some.map(({ input }) => input),
        {
          purpose: 'passages',
          signal: AbortSignal.any([run.signal, AbortSignal.timeout(timeoutMs)]),
        },
      );
      if (!result.ok) return result;
      await noteDimensions(run, result.vectors[0]?.length ?? 0);
      const vectors = result.vectors.map(({ buffer, byteOffset, byteLength }) =>
        Buffer.from(buffer, byteOffset, byteLength),
      );
      if (!(await store(some, vectors))) return null; // a later run reads what it is now
    }
    const older = 'knowledge_document_id = ? AND (revision < ? OR place >= ?)';
    await deleteVectors(database, tenantId, older, [documentId, revision, parts.length]);
    return null;
  }

  /** Deletes the model's earlier vectors if they have another length: they can't be compared with the new ones. */
  async function noteDimensions(run: Run, dimensions: number): Promise<void> {
    if (run.dimensions === dimensions) return;
    run.dimensions = dimensions;
    run.texts = Math.max(1, Math.min(MAX_TEXTS, Math.floor(MAX_NUMBERS / dimensions)));
    await deleteVectors(database, run.tenantId, 'LENGTH(vector) <> ?', [dimensions]);
  }
}
