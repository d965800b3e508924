import type { Part } from '../platform/part';
import type { createIndexing } from './indexing';
import type { createIndexSize } from './size';

export function searchPart(deps: {
  indexing: Pick<ReturnType<typeof createIndexing>, 'waiting'>;
  indexSize: ReturnType<typeof createIndexSize>;
}): Part {
  const { indexing, indexSize } = deps;
  return {
    gauges: [
      {
        name: 'relay_search_waiting',
        help: 'Conversations whose words this node has yet to index',
        read: indexing.waiting,
      },
      {
        name: 'relay_search_bytes',
        help: 'What search takes of the database, measured every ten minutes',
        read: indexSize.bytes,
      },
    ],
    deletions: [indexSize.measure],
  };
}
