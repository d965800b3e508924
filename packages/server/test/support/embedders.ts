import { createEmbedders, type Embedders } from '../../src/bots/embeddings/embedders';
import type { ProvidersOptions } from '../../src/bots/providers/providers';
import { quietLog } from './database';

/** Embedding models without a token budget. */
export function createFreeEmbedders(options: ProvidersOptions): Embedders {
  return createEmbedders({
    ...options,
    keys: [Buffer.alloc(32)],
    tokens: { reserve: async () => true, settle: async () => {} },
    log: quietLog,
    requests: { inc: () => {} },
  });
}
