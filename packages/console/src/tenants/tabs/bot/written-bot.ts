import type { BotSettings, Tenant } from '../../shapes';
import { writtenModel } from './model-fields';
import { writtenProvider } from './provider-fields';

/** The settings without the entries, which stay when a save does not name them. All others would be set back. */
export const readBot = ({ bot }: Tenant): Tenant['bot'] => ({ ...bot, faq: undefined });

/** What `update/tenant` takes. */
export const writeBot = (bot: BotSettings): { bot: BotSettings } => ({
  bot: {
    ...withoutBlank(bot),
    model: writtenModel(bot.model),
    ...(bot.embeddings !== undefined && {
      embeddings: bot.embeddings && writtenProvider(bot.embeddings),
    }),
  },
});

export const linesOf = (text: string): string[] => text.split('\n');

export const withoutBlank = (bot: BotSettings): BotSettings => ({
  ...bot,
  restricted_topics: bot.restricted_topics.map(({ phrases, reply }) => ({
    phrases: phrases.map((phrase) => phrase.trim()).filter(Boolean),
    reply: reply === null || reply.trim() === '' ? null : reply,
  })),
});
