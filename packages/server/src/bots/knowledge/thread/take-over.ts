import { createSlices } from '../../../platform/slices';
import type { PassageIndex } from '../passage-index';
import { splitDocument } from '../split';
import type { Reads, StoredDocument } from './messages';

/** Documents of one read: together at most this long, unless there is one alone. */
const READ_BYTES = 256 * 1024;
const READ_DOCUMENTS = 20;

export interface Changes {
  /** Ids of documents that are removed, or replaced by the stored ones. */
  outdated: string[];
  stored: StoredDocument[];
  /** Size of the content to read. */
  bytes: number;
}

/** Compares an index with the stored documents of its tenant. */
export function changesOf(index: PassageIndex, stored: readonly StoredDocument[]): Changes {
  const missing = new Map(stored.map((document) => [document.documentId, document]));
  const outdated: string[] = [];
  for (const { documentId, revision } of index.documents()) {
    if (missing.get(documentId)?.revision === revision) missing.delete(documentId);
    else outdated.push(documentId);
  }
  const changed = [...missing.values()];
  return { outdated, stored: changed, bytes: changed.reduce((sum, { bytes }) => sum + bytes, 0) };
}

export interface TakeOverOptions {
  tenantId: string;
  index: PassageIndex;
  reads: Reads;
  changes: Changes;
  /** Called after each document that the index has taken over. */
  onGrown(): void;
}

/** Takes over the changes in slices, so that questions to other indexes are answered meanwhile. */
export async function takeOver(options: TakeOverOptions): Promise<void> {
  const { tenantId, index, reads, changes, onGrown } = options;
  const { pause } = createSlices();
  for (const documentId of changes.outdated) {
    do await pause();
    while (index.removeOne(documentId));
  }
  for (const ids of pagesOf(changes.stored)) {
    for (const { content, ...document } of await reads.contents(tenantId, ids)) {
      for (const [place, part] of splitDocument(content).entries()) {
        index.add(document, place, part);
        await pause();
      }
      onGrown();
    }
  }
}

function pagesOf(documents: readonly StoredDocument[]): string[][] {
  const pages: { ids: string[]; bytes: number }[] = [];
  for (const { documentId, bytes } of documents) {
    const last = pages.at(-1);
    if (last && last.ids.length < READ_DOCUMENTS && last.bytes + bytes <= READ_BYTES) {
      last.ids.push(documentId);
      last.bytes += bytes;
    } else pages.push({ ids: [documentId], bytes });
  }
  return pages.map(({ ids }) => ids);
}
