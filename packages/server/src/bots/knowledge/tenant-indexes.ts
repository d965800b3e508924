import { SECOND } from '../../platform/clock';
import type { Logger } from '../../platform/log';
import type { Database } from '../../platform/storage/database';
import { placeholders } from '../../platform/storage/sql';
import { createLookupCache } from '../../tenants/lookup-cache';
import type { PassageIndex } from './passage-index';
import type { ReadDocument, Reads, StoredDocument } from './thread/messages';
import { createKnowledgeThread, type ThreadFigures } from './thread/thread';

/** The index of each tenant whose visitors ask. */
export interface TenantIndexes {
  /** Has every change that this node made, and other nodes' changes until a second ago. Null: no documents. */
  of(tenantId: string): Promise<Pick<PassageIndex, 'search'> | null>;
  /** After a change on this node. */
  changed(tenantId: string): void;
  figures(): ThreadFigures;
  stop(): Promise<void>;
}

export interface TenantIndexesOptions {
  database: Database;
  log: Logger;
  /** Limits all indexes together. */
  maxBytes: number;
}

/** Other nodes' changes are seen after this time. */
const REVISION_TTL_MS = SECOND;
const MAX_REVISIONS = 10_000;

export function createTenantIndexes({
  database,
  log,
  maxBytes,
}: TenantIndexesOptions): TenantIndexes {
  const thread = createKnowledgeThread({ log, maxBytes, reads: readsOf(database) });
  const revisions = createLookupCache({
    load: (tenantId) => readRevision(database, tenantId),
    ttlMs: REVISION_TTL_MS,
    maxEntries: MAX_REVISIONS,
  });
  return {
    of: async (tenantId) => {
      const revision = await revisions.get(tenantId);
      if (revision === 0) return null;
      return { search: (...question) => thread.search(tenantId, revision, question) };
    },
    changed: revisions.forget,
    figures: thread.figures,
    stop: thread.stop,
  };
}

async function readRevision(database: Database, tenantId: string): Promise<number> {
  const [row] = await database.read.rows<{ revision: number }>(
    'SELECT revision FROM knowledge_totals WHERE tenant_id = ?',
    [tenantId],
  );
  return row?.revision ?? 0;
}

function readsOf({ read }: Database): Reads {
  return {
    list: (tenantId) =>
      read.rows<StoredDocument>(
        `SELECT knowledge_document_id AS documentId, revision, bytes
         FROM knowledge_documents WHERE tenant_id = ?`,
        [tenantId],
      ),
    contents: (tenantId, ids) =>
      read.rows<ReadDocument>(
        `SELECT knowledge_document_id AS documentId, revision, title, url, locale, content
         FROM knowledge_documents
         WHERE tenant_id = ? AND knowledge_document_id IN ${placeholders(1, ids.length)}`,
        [tenantId, ...ids],
      ),
  };
}
