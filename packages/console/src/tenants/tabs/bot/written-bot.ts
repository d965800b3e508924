import type { BotSettings, Tenant } from '../../shapes';
import { writtenModel } from './model-fields';

/** The settings without the entries: those are changed one by one. What is not given is set back, so all others stay. */
export const readBot = ({ bot }: Tenant): Tenant['bot'] => ({ ...bot, faq: undefined });

/** What `update/tenant` takes. */
export const writeBot = (bot: BotSettings): { bot: BotSettings } => ({
  bot: { ...withoutBlank(bot), model: writtenModel(bot.model) },
});

export const linesOf = (text: string): string[] => text.split('\n');

export const withoutBlank = (bot: BotSettings): BotSettings => ({
  ...bot,
  restricted_topics: bot.restricted_topics.map(({ phrases, reply }) => ({
    phrases: phrases.map((phrase) => phrase.trim()).filter(Boolean),
    reply: reply === null || reply.trim() === '' ? null : reply,
  })),
});
