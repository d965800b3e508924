import { expect, test } from 'vitest';
import { base as enBase } from '../src/words/en/base';
import { signedIn as enSignedIn } from '../src/words/en/signed-in';
import { base as frBase } from '../src/words/fr/base';
import { signedIn as frSignedIn } from '../src/words/fr/signed-in';
import { matches } from '../src/words/search';
import { preferredLocale } from '../src/words/language';
import { ERRORS } from '../../server/src/platform/errors';

/** Every text with the path to it; a text that takes values is called with them. */
function textsOf(words: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(words) as [string, unknown][]) {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof value === 'string') found.set(at, value);
    else if (typeof value === 'function') found.set(at, String(value(2, 3)));
    else for (const [inner, text] of textsOf(value as object, at)) found.set(inner, text);
  }
  return found;
}

const french = textsOf({ ...frBase, ...frSignedIn });
const english = textsOf({ ...enBase, ...enSignedIn });

test('both languages have every text', () => {
  expect([...english.keys()].toSorted()).toEqual([...french.keys()].toSorted());
  const empty = [...french, ...english].filter(([, text]) => text.trim() === '');
  expect(empty).toEqual([]);
});

test('no sentence is left untranslated', () => {
  const same = [...french].filter(([at, text]) => text.includes(' ') && english.get(at) === text);
  expect(same.map(([at]) => at)).toEqual(['common.productName']);
});

test('quotes and apostrophes are typographic', () => {
  const plain = [...french, ...english].filter(([, text]) => /['"]/.test(text));
  expect(plain).toEqual([]);
});

test('French has narrow spaces that don’t break around its double signs', () => {
  const loose = [...french].filter(([, text]) => /«[^\u202f]|[^\u202f][?!:;»](?!\/)/.test(text));
  expect(loose).toEqual([]);
});

/** Error codes that no screen can meet: programs, widgets and break-glass calls get them. */
const FOR_PROGRAMS = new Set([
  'conversation_already_claimed',
  'bad_json',
  'link_invalid',
  'unsupported_media_type',
  'method_not_allowed',
  'invalid_admin_key',
  'signature_invalid',
  'identity_signature_invalid',
  'already_identified',
  'session_expired',
  'idempotency_key_reused',
  'client_msg_id_conflict',
  'not_owner',
  'callback_url_forbidden',
  'visitor_blocked',
]);

test('every refusal that a person can meet has words of its own', () => {
  const missing = Object.keys(ERRORS).filter(
    (code) => !(code in frBase.refusals) && !FOR_PROGRAMS.has(code),
  );
  expect(missing).toEqual([]);
});

test('finds an action by the beginnings of its words, without accents', () => {
  expect(matches('Réponses types', 'rep')).toBe(true);
  expect(matches('Réponses types', 'typ REP')).toBe(true);
  expect(matches('Réponses types', 'ponses')).toBe(false);
  expect(matches('Réponses types', '')).toBe(true);
});

test('speaks the first language of the browser that it knows, else English', () => {
  expect(preferredLocale(['de-DE', 'fr-CA', 'en'])).toBe('fr');
  expect(preferredLocale(['EN-us', 'fr'])).toBe('en');
  expect(preferredLocale(['ja'])).toBe('en');
});
