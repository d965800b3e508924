import type { SettingsBody, Tenant } from '@chat-relay/server/wire/tenants';
import type { EditedBot } from './edited-bot';
import { writtenModel } from './model-fields';
import { writtenProvider } from './provider-fields';

/** The bot's settings without FAQ entries. A save keeps missing entries, and resets all other missing settings. */
export const readBot = ({ bot: { faq: _faq, ...bot } }: Tenant): EditedBot => bot;

/** The bot as `update/tenant` accepts it. */
export const writeBot = (bot: EditedBot): Pick<SettingsBody, 'bot'> => ({
  bot: {
    ...withoutBlank(bot),
    model: writtenModel(bot.model),
    embeddings: bot.embeddings && writtenProvider(bot.embeddings),
  },
});

export const linesOf = (text: string): string[] => text.split('\n');

export const withoutBlank = (bot: EditedBot): EditedBot => ({
  ...bot,
  restricted_topics: bot.restricted_topics.map(({ phrases, reply }) => ({
    phrases: phrases.map((phrase) => phrase.trim()).filter(Boolean),
    reply: reply === null || reply.trim() === '' ? null : reply,
  })),
});
