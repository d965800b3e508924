import type { BotSettings } from '../tenants/tenant';
import { createBuiltinBot, type BuiltinBot } from './builtin';

const MAX_BOTS = 500;

/** Building an index takes a while, so one is kept for each configuration in use. */
export function createBotCache(): (settings: BotSettings) => BuiltinBot {
  /** The least recently used first. */
  const bots = new Map<string, BuiltinBot>();
  const known = new WeakMap<BotSettings, BuiltinBot>();
  return (settings) => {
    const recent = known.get(settings);
    if (recent) return recent;
    const key = JSON.stringify([
      settings.faq,
      settings.restrictedTopics,
      settings.confidenceThreshold,
    ]);
    const bot = bots.get(key) ?? buildBot(settings);
    bots.delete(key);
    bots.set(key, bot);
    known.set(settings, bot);
    const [oldest] = bots.keys();
    if (bots.size > MAX_BOTS && oldest !== undefined) bots.delete(oldest);
    return bot;
  };
}

export function buildBot({ faq, restrictedTopics, confidenceThreshold }: BotSettings): BuiltinBot {
  return createBuiltinBot({
    confidence_threshold: confidenceThreshold,
    faq: faq.map(({ questions, answer, locale }) => ({
      questions,
      answer,
      ...(locale !== null && { locale }),
    })),
    restricted_topics: restrictedTopics.map(({ phrases, reply }) => ({
      phrases,
      ...(reply !== null && { reply }),
    })),
  });
}
