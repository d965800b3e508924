import type { BotSettings, Tenant } from '../tenant';
import { say, type Voice } from '../texts/voice';

export function botNameOf({ displayName }: BotSettings, voice: Voice): string {
  return displayName ?? say(voice, 'botName');
}

/**
 * The first line that visitors read: the tenant's greeting in their language, else its greeting for all languages.
 * Article 50 of the EU's AI Act demands to say once that a bot answers; the greeting says it, unless the tenant's own
 * text names the bot or the tenant has given a reason not to.
 */
export function greetingOf({ widget, bot }: Tenant, voice: Voice): string | null {
  const greeting = voice.texts['greeting'] ?? widget.greeting ?? bot.greeting;
  if (bot.kind === 'none' || !bot.disclosure) return greeting;
  if (greeting?.includes(botNameOf(bot, voice))) return greeting;
  const sentence = say(voice, 'botSentence');
  return greeting === null ? sentence : `${greeting} ${sentence}`;
}
