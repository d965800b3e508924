import type {
  BotEmbeddings,
  BotModel,
  BotModelBody,
  BotSettings,
  ProviderBody,
} from '@chat-relay/server/wire/tenants';

/** An edited model, with the API key that was typed. */
export type EditedModel = Omit<BotModel, 'api_key_set'> &
  Partial<Pick<BotModel, 'api_key_set'>> &
  Pick<BotModelBody, 'api_key'>;

/** An edited provider of the tenant's own model, with the API key that was typed. */
export type EditedProvider = ProviderBody & Partial<Pick<BotEmbeddings, 'api_key_set'>>;

/** An edited bot. It has no FAQ entries, which a save without them does not change. */
export type EditedBot = Omit<BotSettings, 'faq' | 'model' | 'embeddings'> & {
  model: EditedModel | null;
  embeddings: EditedProvider | null;
};
