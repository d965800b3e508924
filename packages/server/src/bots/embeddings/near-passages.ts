import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import { createSlices } from '../../platform/slices';
import type { Database } from '../../platform/storage/database';
import { keyIn } from '../../platform/storage/sql';
import type { LookupCache } from '../../tenants/lookup-cache';
import type { Passage } from '../knowledge/passage';
import type { Searched } from '../knowledge/retrieval';
import { embeddedParts } from './embedded-parts';
import type { Embedder, Embedders, Requests } from './embedders';
import { nearest } from './nearest';
import { readDocuments } from './stored-vectors';
import type { VectorProgress } from './vector-progress';
import type { VectorLists } from './vector-lists';

/** Passages of a tenant's documents whose meaning comes close to a question's. */
export interface Nearby {
  /** The nearest first. */
  ids: readonly string[];
  /** Reads those that are unchanged since they were embedded. Their confidence is 0: no words were compared. */
  read(ids: readonly string[]): Promise<Passage[]>;
}

/** Finds nothing without an embedding model, or if it takes longer than 2 s: then words alone find passages. */
export type NearPassages = (tenant: Searched, question: string) => Promise<Nearby>;

export interface NearPassagesOptions {
  database: Database;
  embedders: Pick<Embedders, 'of'>;
  lists: VectorLists;
  progressOf: Pick<LookupCache<VectorProgress>, 'get'>;
  log: Logger;
  requests: Requests;
  /** Called when vectors of this tenant's passages may be missing. */
  onMissing(tenantId: string): void;
  timeoutMs?: number;
}

const MAX_NEAR = 20;
const TIMEOUT_MS = 2 * SECOND;
/** No real question is longer. */
const MAX_ASKED_CHARS = 2_000;
/** @internal for tests of the bots */
export const NOTHING_NEAR: Nearby = { ids: [], read: async () => [] };

export function createNearPassages(options: NearPassagesOptions): NearPassages {
  const {
    database,
    embedders,
    lists,
    progressOf,
    log,
    requests,
    onMissing,
    timeoutMs = TIMEOUT_MS,
  } = options;

  return async (tenant, question) => {
    const embedder = embedders.of(tenant);
    if (!embedder) return NOTHING_NEAR;
    const { tenantId } = tenant;
    const signal = AbortSignal.timeout(timeoutMs);
    const found = search(tenantId, embedder, question, signal).catch((err: unknown) => {
      log.warn({ event: 'bot.vectors_not_read', err, tenant_id: tenantId }, 'no vectors');
      return [];
    });
    // Loading a tenant's vectors may take longer than the visitor waits: the next question finds them loaded.
    const ids = await Promise.race([found, wait(timeoutMs, [], { ref: false })]);
    return { ids, read: (wanted) => readPassages(database, tenantId, wanted) };
  };

  async function search(
    tenantId: string,
    embedder: Embedder,
    question: string,
    signal: AbortSignal,
  ): Promise<string[]> {
    const progress = await progressOf.get(tenantId);
    if (progress.revision === 0) return [];
    const { vectorsRevision, vectorsModel } = progress;
    const isMade = vectorsModel === embedder.key;
    if (!isMade || vectorsRevision !== progress.revision) onMissing(tenantId);
    if (!isMade) return [];
    const wanted = { tenantId, modelKey: embedder.key, revision: vectorsRevision };
    const [list, asked] = await Promise.all([
      lists.of(wanted),
      embedder.embed([question.slice(0, MAX_ASKED_CHARS)], { purpose: 'question', signal }),
    ]);
    const [vector] = asked.ok ? asked.vectors : [];
    if (!vector || list.ids.length === 0) return [];
    if (vector.length === list.dimensions) return nearest(list, vector, MAX_NEAR);
    noteDimensions(tenantId);
    return [];
  }

  function noteDimensions(tenantId: string): void {
    const outcome = { purpose: 'question' as const, outcome: 'dimensions' };
    requests.inc(outcome);
    const fields = { tenant_id: tenantId, purpose: outcome.purpose, reason: outcome.outcome };
    log.warn(
      { event: 'bot.embeddings_failed', ...fields },
      'the vector of a question has another length than those of the passages',
    );
  }
}

async function readPassages(
  database: Database,
  tenantId: string,
  ids: readonly string[],
): Promise<Passage[]> {
  if (ids.length === 0) return [];
  const keys = ids.map((id) => {
    const end = id.lastIndexOf('.');
    return [tenantId, id.slice(0, end), Number(id.slice(end + 1))] as const;
  });
  const columns = ['tenant_id', 'knowledge_document_id', 'place'];
  const rows = await database.read.rows<{ id: string; place: number; hash: string }>(
    `SELECT knowledge_document_id AS id, place, text_hash AS hash FROM knowledge_vectors
     WHERE ${keyIn(database.dialect, columns, keys)}`,
    keys.flat(),
  );
  const documents = await readDocuments(database.read, tenantId, [
    ...new Set(rows.map(({ id }) => id)),
  ]);
  const { pause } = createSlices();
  const passages: Passage[] = [];
  for (const document of documents) {
    const { documentId, title, url, locale } = document;
    for (const { place, text, hash } of embeddedParts(document)) {
      const isWanted = rows.some(
        (row) => row.id === documentId && row.place === place && row.hash === hash,
      );
      if (!isWanted) continue;
      const passageId = `${documentId}.${place}`;
      const of = { source: 'knowledge' as const, sourceId: documentId, title, url, locale };
      passages.push({ passageId, ...of, text, confidence: 0 });
    }
    await pause();
  }
  return passages;
}
