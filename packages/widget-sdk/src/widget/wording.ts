import type { SenderKind } from '../frames';
import type { ChatMessage, Snapshot } from '../types';
import { fr, type Strings } from './locales/fr';

/** The widget's words in one language. */
export interface Wording {
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** A string with its places filled in. */
  say(key: keyof Strings, fill?: Record<string, string | number>): string;
}

/** Words that a page sets in place of the widget's own. */
export type Overrides = Partial<Strings>;

/** Languages that are fetched when they are asked for; French is always there. */
const LAZY: Readonly<Record<string, () => Promise<Strings>>> = {
  en: async () => (await import('./locales/en')).en,
  es: async () => (await import('./locales/es')).es,
  de: async () => (await import('./locales/de')).de,
  ar: async () => (await import('./locales/ar')).ar,
};

const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|ur|yi)\b/;

/** A tag that `Intl` and the relay take, of what pages write: `en_US` is `en-US`, `??` is French. */
export function toLocale(written: string): string {
  try {
    return Intl.getCanonicalLocales(written.replaceAll('_', '-'))[0] ?? 'fr';
  } catch {
    return 'fr';
  }
}

/** French at once; for another language call `loadWording`. */
export function frenchWording(overrides: Overrides): Wording {
  return createWording('fr', fr, overrides);
}

/** The words of a language; French where that language isn't known or can't be fetched. */
export async function loadWording(locale: string, overrides: Overrides): Promise<Wording> {
  const language = locale.slice(0, 2).toLowerCase();
  if (!Object.hasOwn(LAZY, language)) return frenchWording(overrides);
  try {
    return createWording(locale, (await LAZY[language]?.()) ?? fr, overrides);
  } catch {
    return frenchWording(overrides);
  }
}

function createWording(locale: string, strings: Strings, overrides: Overrides): Wording {
  return {
    locale,
    direction: RIGHT_TO_LEFT.test(locale.toLowerCase()) ? 'rtl' : 'ltr',
    say: (key, fill = {}) =>
      String(overrides[key] ?? strings[key]).replace(/\{(\w+)\}/g, (_, name: string) =>
        String(fill[name] ?? ''),
      ),
  };
}

/** The sender of a message. */
export function nameOf({ say }: Wording, { kind, displayName }: ChatMessage['sender']): string {
  if (kind === 'visitor') return say('you');
  return displayName ?? say(kind === 'agent' ? 'agent' : 'bot');
}

/** Who answers now, in one line. */
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

/** What is wrong with the connection, in a calm sentence; empty while nothing is. */
export function describeTrouble({ say }: Wording, { status, reason }: Snapshot): string {
  if (status === 'reconnecting') return say('reconnecting');
  if (status === 'connecting') return say('connecting');
  if (status !== 'stopped' || reason === 'user') return '';
  if (reason === 'visitor_blocked') return say('blocked');
  return say(reason === 'replaced' ? 'replaced' : 'unavailable');
}

/** Who is typing, in words; empty if no one is. */
export function describeTyping(
  wording: Wording,
  kind: SenderKind | null,
  operator: string | null | undefined,
): string {
  if (kind !== 'agent' && kind !== 'bot') return '';
  const displayName = kind === 'agent' ? (operator ?? null) : null;
  return wording.say('typing', { name: nameOf(wording, { kind, displayName }) });
}

/** How far a message of the visitor got. */
export function describeProgress({ say }: Wording, message: ChatMessage, readSeq: number): string {
  if (message.error === 'attachment_invalid') return say('filesExpired');
  if (message.state !== 'sent') return say(message.state);
  return say(message.seq !== null && message.seq <= readSeq ? 'read' : 'sent');
}
