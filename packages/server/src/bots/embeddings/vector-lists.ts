import { createSlices } from '../../platform/slices';
import type { Sql } from '../../platform/storage/sql';
import { lengthOf, type VectorList } from './nearest';
import { readAll } from './stored-vectors';

export interface WantedVectors {
  tenantId: string;
  modelKey: string;
  /** The revision of the tenant's documents that the vectors must match. */
  revision: number;
}

/** The vectors of tenants whose visitors ask, in memory. */
export interface VectorLists {
  /** Loads the vectors once, also for callers that ask while they are being loaded. */
  of(wanted: WantedVectors): Promise<VectorList>;
}

/** The limit for all tenants together; 10,000 passages with 1,536 dimensions take 16 MB. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The memory for a passage's id and its place in the array. */
const BYTES_AN_ID = 120;

interface Kept {
  version: string;
  list: Promise<VectorList>;
  bytes: number;
}

/** Keeps the most recently used lists, up to 64 MiB. */
export function createVectorLists({
  read,
  maxBytes = MAX_BYTES,
}: {
  read: Sql;
  maxBytes?: number;
}): VectorLists {
  /** The least recently used first. */
  const kept = new Map<string, Kept>();
  /** Lists are loaded one after another: the memory of lists being loaded is in no limit. */
  let loading: Promise<VectorList | null> = Promise.resolve(null);

  const evict = (): void => {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [tenantId, one] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(tenantId);
      bytes -= one.bytes;
    }
  };

  return {
    of: (wanted) => {
      const { tenantId, modelKey, revision } = wanted;
      const version = `${revision} ${modelKey}`;
      const known = kept.get(tenantId);
      kept.delete(tenantId);
      if (known?.version === version) {
        kept.set(tenantId, known);
        return known.list;
      }
      const list = loading.catch(() => null).then(() => load(read, wanted));
      loading = list;
      const one: Kept = { version, list, bytes: 0 };
      kept.set(tenantId, one);
      void list.then(
        ({ ids, bytes }) => {
          one.bytes = bytes.byteLength + ids.length * BYTES_AN_ID;
          evict();
        },
        () => {
          if (kept.get(tenantId) === one) kept.delete(tenantId);
        },
      );
      return list;
    },
  };
}

async function load(read: Sql, wanted: WantedVectors): Promise<VectorList> {
  const { pause } = createSlices();
  const ids: string[] = [];
  const vectors: Int8Array[] = [];
  const lengths: number[] = [];
  let dimensions = 0;
  for await (const rows of readAll(read, wanted)) {
    for (const { knowledge_document_id: documentId, place, vector } of rows) {
      dimensions ||= vector.length;
      if (vector.length !== dimensions) continue; // its model has changed under the same name
      const bytes = new Int8Array(vector.buffer, vector.byteOffset, vector.length);
      ids.push(`${documentId}.${place}`);
      vectors.push(bytes);
      lengths.push(lengthOf(bytes));
      await pause();
    }
  }
  const bytes = new Int8Array(ids.length * dimensions);
  for (const [place, vector] of vectors.entries()) {
    bytes.set(vector, place * dimensions);
    await pause();
  }
  return { dimensions, ids, bytes, lengths: Float32Array.from(lengths) };
}
