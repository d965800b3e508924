import type { BotModel, BotModelBody, BotSettings } from '@chat-relay/server/wire/tenants';

/** A model that is edited, with the key that was typed. */
export type EditedModel = Omit<BotModel, 'api_key_set'> &
  Partial<Pick<BotModel, 'api_key_set'>> &
  Pick<BotModelBody, 'api_key'>;

/** A bot that is edited, without what stays when a save does not name it. */
export type EditedBot = Omit<BotSettings, 'faq' | 'embeddings' | 'model'> & {
  model: EditedModel | null;
};
