import type { Locale } from '../../platform/locale';
import type { BotSettings, Tenant } from '../tenant';

/** Visitors are told that a machine answers them: article 50 of the EU's AI Act demands it. */
const WORDS = {
  fr: { name: 'Assistant automatique', sentence: 'Vous échangez avec un assistant automatique.' },
  en: { name: 'Automated assistant', sentence: 'You are talking to an automated assistant.' },
};

/** The name under which a bot writes. */
export function botNameOf({ displayName }: BotSettings, locale: Locale): string {
  return displayName ?? WORDS[locale].name;
}

/**
 * What visitors read first. It says once that a bot answers, unless the tenant's own text names the bot or the tenant
 * has given a reason not to.
 */
export function greetingOf({ widget, bot }: Tenant, locale: Locale): string | null {
  const greeting = widget.greeting ?? bot.greeting;
  if (bot.kind === 'none' || !bot.disclosure) return greeting;
  if (greeting?.includes(botNameOf(bot, locale))) return greeting;
  const { sentence } = WORDS[locale];
  return greeting === null ? sentence : `${greeting} ${sentence}`;
}
