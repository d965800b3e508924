import type { Delivery } from '../callbacks/delivery/delivery';
import type { Config } from '../config/config';
import type { ConversationStore } from '../conversations/journal/store';
import type { AnswerStreams } from '../conversations/live/answer-streams';
import type { Budgets } from '../platform/storage/budgets';
import { createBotRunner, type BotRunnerOptions } from './bot-runner';
import { createBuiltinBot } from './builtin';
import { buildEmbeddings, type EmbeddingsDeps } from './embeddings/build';
import { createReranking } from './embeddings/reranking';
import { createRetrieval } from './knowledge/retrieval';
import { createTenantIndexes } from './knowledge/tenant-indexes';
import { measureKnowledge } from './knowledge/thread/metrics';
import { createAnswerQuestion } from './model/answer-question';
import { createFindPassages } from './model/find-passages';
import { createModelBot } from './model/model-bot';
import { createModelCalls } from './model/model-calls';
import { createTokenBudget } from './providers/token-budget';
import { createTenantBot, type BotApi } from './tenant-bot';
import { createTenantStream } from './tenant-stream';
import { createTranslator } from './translation/translator';

export type BotsDeps = Omit<EmbeddingsDeps, 'tokens' | 'config'> &
  Omit<BotRunnerOptions, 'builtin' | 'answerQuestion' | 'modelTimeoutMs'> & {
    config: Pick<
      Config,
      'model' | 'embeddings' | 'proxies' | 'modelTimeoutMs' | 'knowledgeMemoryBytes'
    >;
    budgets: Budgets;
    store: ConversationStore;
    streams: AnswerStreams;
    delivery: Pick<Delivery, 'onResponse' | 'onStream'>;
    api: BotApi;
  };

/** The bots that answer before a person does: a tenant's own backend, a model, or the built-in bot. */
export function buildBots(deps: BotsDeps) {
  const { config, keys, database, clock, log, budgets, metrics, lifecycle } = deps;
  const { store, streams, delivery } = deps;
  const indexes = createTenantIndexes({ database, log, maxBytes: config.knowledgeMemoryBytes });
  measureKnowledge(metrics, indexes);
  lifecycle.register({ name: 'knowledge', stop: indexes.stop });
  const retrieve = createRetrieval({ indexes });
  const tokens = createTokenBudget({ database, budgets, clock });
  const embeddings = buildEmbeddings({ ...deps, tokens });
  const { near } = embeddings;
  /** Compares words alone, and calls no other service. */
  const plain = createBuiltinBot({ retrieve });
  const builtin = createBuiltinBot({ retrieve: createReranking({ retrieve, near }) });
  const calls = createModelCalls({
    relays: config.model,
    proxies: config.proxies,
    guard: deps.guard,
    proxy: deps.callbackProxy,
    keys: keys.tenantSecret,
    clock,
  });
  lifecycle.register({ name: 'connections to models', stop: calls.close });
  const model = { calls, tokens, log, timeoutMs: config.modelTimeoutMs };
  const askModel = createModelBot({
    ...model,
    builtin: plain,
    findPassages: createFindPassages({ retrieve, near }),
  });
  delivery.onResponse(createTenantBot(deps));
  delivery.onStream(createTenantStream(deps));
  return {
    plain,
    builtin,
    askModel,
    translate: createTranslator({ ...model, clock }),
    onKnowledgeChanged: (tenantId: string) => {
      indexes.changed(tenantId);
      embeddings.changed(tenantId);
    },
    bots: createBotRunner({
      ...deps,
      builtin,
      answerQuestion: createAnswerQuestion({ ask: askModel, streams, store }),
      modelTimeoutMs: config.modelTimeoutMs,
    }),
  };
}
