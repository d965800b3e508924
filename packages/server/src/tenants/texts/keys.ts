import { WIDGET_TEXTS } from '@chat-relay/widget-sdk/texts';
import type { Language } from '@chat-relay/widget-sdk/languages';
import { LINES } from './voice';

/** A tenant's greeting in one language. The relay has none of its own. */
const GREETING = 'greeting';

/** Filters judge a mail by its subject, and all tenants send from the relay's address. */
const SUBJECTS = ['transcriptSubject', 'answerSubject', 'proofSubject'];

/** Every text that a tenant can replace, by its key, as it is without a replacement. */
export function defaultTexts(language: Language): Readonly<Record<string, string>> {
  const lines = Object.entries(LINES[language]).filter(([key]) => !SUBJECTS.includes(key));
  return { [GREETING]: '', ...Object.fromEntries(lines), ...WIDGET_TEXTS[language] };
}

/** Whether the relay itself says this, and the widget never needs it. */
export const isRelayLine = (key: string): boolean =>
  key === GREETING || Object.hasOwn(LINES.en, key);

/** The names in braces of a text. */
export const placesOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
