import { LANGUAGES, type Language } from '@chat-relay/widget-sdk/languages';
import { defaultTexts } from '../../src/tenants/texts/keys';

/** The texts of a language by key, each with anything in its places. */
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

/** Sorts what was said: the keys of the texts of this language, and whole texts of another one. */
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
