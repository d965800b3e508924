import { WIDGET_TEXTS } from '@chat-relay/widget-sdk/texts';
import type { Language } from '@chat-relay/widget-sdk/languages';
import { LINES } from './voice';

/** The key of a tenant's greeting. The relay has no greeting of its own. */
const GREETING = 'greeting';

/** Texts that tenants can't replace: spam filters judge a mail by its subject, and all tenants share the sender. */
const SUBJECTS = ['transcriptSubject', 'answerSubject', 'proofSubject'];

/** The texts that a tenant can replace, by key, in the relay's own words. */
export function defaultTexts(language: Language): Readonly<Record<string, string>> {
  const lines = Object.entries(LINES[language]).filter(([key]) => !SUBJECTS.includes(key));
  return { [GREETING]: '', ...Object.fromEntries(lines), ...WIDGET_TEXTS[language] };
}

/** True of a text that only the relay uses, not the widget. */
export const isRelayLine = (key: string): boolean =>
  key === GREETING || Object.hasOwn(LINES.en, key);

/** The placeholders of a text: the names in braces. */
export const placesOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
