import { MINUTE } from '../../../platform/clock';
import { createTurns } from '../../../platform/turns';
import { createPassageIndex, type FoundPart, type PassageIndex } from '../passage-index';
import type { KeptSize, Question, Reads, ThreadSettings } from './messages';
import { changesOf, takeOver } from './take-over';

/** The indexes of the tenants whose visitors ask. The least recently used are dropped, also while another one grows. */
export interface KeptIndexes {
  search(tenantId: string, revision: number, question: Question): Promise<FoundPart[]>;
}

export interface KeptIndexesOptions extends ThreadSettings {
  reads: Reads;
  onChange(size: KeptSize): void;
}

interface Kept {
  index: PassageIndex;
  /** Null until it is complete for the first time. */
  revision: number | null;
  /** Changes of an index wait for each other. */
  updated: Promise<void>;
  /** How many of these are not complete. */
  updates: number;
  usedAt: number;
}

/** Changes that take longer come one tenant after the other; shorter ones do not wait for them. */
const SMALL_BYTES = 64 * 1024;

export function createKeptIndexes(options: KeptIndexesOptions): KeptIndexes {
  const { maxBytes, idleMs, reads, onChange } = options;
  /** The least recently used first. */
  const kept = new Map<string, Kept>();
  // One at a time: several large indexes that grow at once could not be dropped for each other.
  const large = createTurns(1);
  const small = createTurns(4);
  let told: KeptSize = { tenants: 0, bytes: 0 };

  const evict = (): void => {
    const oldestUse = performance.now() - idleMs;
    let bytes = [...kept.values()].reduce((sum, { index }) => sum + index.bytes, 0);
    for (const [tenantId, { usedAt, index, updates }] of kept) {
      const isNeeded = updates > 0 || (usedAt > oldestUse && kept.size === 1);
      if (isNeeded || (usedAt > oldestUse && bytes <= maxBytes)) continue;
      kept.delete(tenantId);
      bytes -= index.bytes;
    }
    if (told.bytes === bytes && told.tenants === kept.size) return;
    told = { tenants: kept.size, bytes };
    onChange(told);
  };
  setInterval(evict, Math.min(idleMs, MINUTE)).unref();

  const use = (tenantId: string): Kept => {
    const known = kept.get(tenantId) ?? {
      index: createPassageIndex(),
      revision: null,
      updated: Promise.resolve(),
      updates: 0,
      usedAt: 0,
    };
    known.usedAt = performance.now();
    kept.delete(tenantId);
    kept.set(tenantId, known);
    return known;
  };

  const update = async (tenantId: string, known: Kept, revision: number): Promise<void> => {
    if (known.revision !== null && known.revision >= revision) return;
    const { index } = known;
    const changes = changesOf(index, await reads.list(tenantId));
    const turns = changes.bytes > SMALL_BYTES ? large : small;
    await turns(() => takeOver({ tenantId, index, reads, changes, onGrown: evict }));
    known.revision = revision;
  };

  return {
    search: async (tenantId, revision, question) => {
      const known = use(tenantId);
      known.updates++;
      known.updated = known.updated
        .catch(() => undefined) // the question that waited for it has the error
        .then(() => update(tenantId, known, revision))
        .finally(() => {
          known.updates--;
          evict();
        });
      await known.updated;
      return known.index.search(...question);
    },
  };
}
