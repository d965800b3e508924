import type {
  BotEmbeddings,
  BotModel,
  BotModelBody,
  BotSettings,
  ProviderBody,
} from '@chat-relay/server/wire/tenants';

/** A model that is edited, with the key that was typed. */
export type EditedModel = Omit<BotModel, 'api_key_set'> &
  Partial<Pick<BotModel, 'api_key_set'>> &
  Pick<BotModelBody, 'api_key'>;

/** Where a model of the tenant's own answers, with the key that was typed. */
export type EditedProvider = ProviderBody & Partial<Pick<BotEmbeddings, 'api_key_set'>>;

/** A bot that is edited, without what stays when a save does not name it. */
export type EditedBot = Omit<BotSettings, 'faq' | 'model' | 'embeddings'> & {
  model: EditedModel | null;
  embeddings: EditedProvider | null;
};
