import { LANGUAGES, type Language } from '@chat-relay/widget-sdk/languages';
import { defaultTexts } from '../../src/tenants/texts/keys';

/** Default texts of each language by key, as patterns that match any value in a placeholder. */
const PATTERNS = new Map(
  LANGUAGES.map((language) => [
    language,
    Object.entries(defaultTexts(language))
      .filter(([, text]) => text !== '')
      .map(([key, text]) => ({ key, pattern: patternOf(text) })),
  ]),
);

function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}

const keysOf = (language: Language, said: string): string[] =>
  (PATTERNS.get(language) ?? []).flatMap(({ key, pattern }) => (pattern.test(said) ? [key] : []));

/** Returns the keys of texts in this language, and the texts that belong to another language. */
export function spokenIn(
  language: Language,
  said: readonly string[],
): { keys: Set<string>; foreign: string[] } {
  const keys = new Set(said.flatMap((text) => keysOf(language, text)));
  const foreign = said.filter(
    (text) =>
      keysOf(language, text).length === 0 &&
      LANGUAGES.some((other) => keysOf(other, text).length > 0),
  );
  return { keys, foreign };
}
