import type { SenderKind } from '../frames';
import type { ChatMessage, Snapshot } from '../types';
import { chooseLanguage, directionOf, type Language } from '../languages';
import { en } from './locales/en';
import type { Strings } from './locales/fr';

export interface Wording {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Returns a text with its placeholders filled in. */
  say(key: keyof Strings, fill?: Record<string, string | number>): string;
}

/** Texts that a page sets in place of the widget's own. */
export type Overrides = Partial<Strings>;

/** The languages that are fetched when they are needed; English is built in. */
const LAZY: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Strings>>> = {
  fr: async () => (await import('./locales/fr')).fr,
  de: async () => (await import('./locales/de')).de,
  es: async () => (await import('./locales/es')).es,
  it: async () => (await import('./locales/it')).it,
  pt: async () => (await import('./locales/pt')).pt,
  nl: async () => (await import('./locales/nl')).nl,
  ar: async () => (await import('./locales/ar')).ar,
};

/** Turns a page's language tag into one for `Intl` and the relay: `en_US` into `en-US`, `??` into undefined. */
export function toLocale(written: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(written.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** The English texts, which need no loading; for another language call `loadWording`. */
export function englishWording(overrides: Overrides): Wording {
  return createWording('en', en, overrides);
}

/**
 * Loads the texts of a language; English if they can't be fetched.
 * @param locale for dates and numbers, if it belongs to that language
 */
export async function loadWording(
  language: Language,
  locale: string | undefined,
  overrides: Overrides,
): Promise<Wording> {
  const written = locale && chooseLanguage(locale) === language ? locale : language;
  if (language === 'en') return createWording(written, en, overrides);
  try {
    return createWording(written, await LAZY[language](), overrides);
  } catch {
    return englishWording(overrides);
  }
}

function createWording(locale: string, strings: Strings, overrides: Overrides): Wording {
  return {
    locale,
    direction: directionOf(chooseLanguage(locale)),
    say: (key, fill = {}) =>
      String(overrides[key] ?? strings[key]).replace(/\{(\w+)\}/g, (_, name: string) =>
        String(fill[name] ?? ''),
      ),
  };
}

export function nameOf({ say }: Wording, { kind, displayName }: ChatMessage['sender']): string {
  if (kind === 'visitor') return say('you');
  return displayName ?? say(kind === 'agent' ? 'agent' : 'bot');
}

/** A line about the other side: the bot, an operator, or the position in the queue. */
export function describePresence({ say }: Wording, { conversation, config }: Snapshot): string {
  switch (conversation?.status) {
    case 'ASSIGNED':
      return say('withAgent', { name: conversation.operatorDisplayName ?? say('agent') });
    case 'WAITING':
      return conversation.queuePosition
        ? say('waitingAt', { position: conversation.queuePosition })
        : say('waiting');
    case 'RESOLVED':
      return say('resolved');
    case 'BOT':
      return say('withBot');
    case undefined:
      if (config?.botEnabled) return say('withBot');
      return config ? say(config.isOnline ? 'online' : 'offline') : '';
  }
}

/** A sentence about a problem with the connection; empty if there is none. */
export function describeTrouble({ say }: Wording, { status, reason }: Snapshot): string {
  if (status === 'reconnecting') return say('reconnecting');
  if (status === 'connecting') return say('connecting');
  if (status !== 'stopped' || reason === 'user') return '';
  if (reason === 'visitor_blocked') return say('blocked');
  return say(reason === 'replaced' ? 'replaced' : 'unavailable');
}

/** A sentence such as “Anna is typing”; empty if no one is. */
export function describeTyping(
  wording: Wording,
  kind: SenderKind | null,
  operator: string | null | undefined,
): string {
  if (kind !== 'agent' && kind !== 'bot') return '';
  const displayName = kind === 'agent' ? (operator ?? null) : null;
  return wording.say('typing', { name: nameOf(wording, { kind, displayName }) });
}

/** A word for a visitor's message: being sent, sent, read, or failed. */
export function describeProgress({ say }: Wording, message: ChatMessage, readSeq: number): string {
  if (message.error === 'attachment_invalid') return say('filesExpired');
  if (message.state !== 'sent') return say(message.state);
  return say(message.seq !== null && message.seq <= readSeq ? 'read' : 'sent');
}
