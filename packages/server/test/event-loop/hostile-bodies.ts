import type { Schema } from 'joi';
import { bodyFieldsOf, bodyWith } from '../authorization/body-fields';

/** Just below the relay's limits: the values of a body, and the keys of an object. */
const MOST_VALUES = 29_000;
const MOST_KEYS = 990;

/**
 * Bodies of at most `maxBytes` that a route refuses: with many values, many keys, deep nesting or long texts, in every
 * place where the route takes a list or a text.
 */
export function hostileBodies(
  schema: Schema | undefined,
  maxBytes: number,
  part: number,
): Map<string, string> {
  const room = Math.floor((maxBytes - 200) * part);
  const most = MOST_VALUES * part;
  const fill = (text: string, max = most): string =>
    text.repeat(Math.floor(Math.min(room / text.length, max))).replace(/,$/, '');
  const keys = (of: (n: number) => string, max = MOST_KEYS): string => {
    const list: string[] = [];
    for (let n = 0, size = 0; size < room && n < max; n++, size += list.at(-1)!.length + 1) {
      list.push(of(n));
    }
    return `{${list.slice(0, -1).join(',')}}`;
  };
  const fields = schema ? bodyFieldsOf(schema) : [];
  const isFlat = !fields.some(({ path, type }) => path !== '' && /^(array|object)$/.test(type));
  if (maxBytes < 64 * 1024 || isFlat) {
    // One body is enough for routes with short or flat bodies: all routes read bodies in the same way.
    return new Map([['many unknown keys', keys((n) => `"k${n}":1`)]]);
  }
  const depth = Math.min(room / 2, most);
  const bodies = new Map([
    ['more keys than there may be', keys((n) => `"k${n}":1`, most)],
    ['many unknown keys', keys((n) => `"k${n}":1`)],
    ['many objects of many keys', `{"k":[${fill(`${keys((n) => `"k${n}":1`)},`, 29 * part)}]}`],
    ['one key many times', keys(() => '"k":1', most)],
    ['nested lists', `{"k":${'['.repeat(depth)}${']'.repeat(depth)}}`],
    ['nested objects', `{"k":${'{"k":'.repeat(depth / 3)}1${'}'.repeat(depth / 3)}}`],
    ['one long text of escapes', `{"k":"${fill('\\u0001')}"}`],
  ]);
  for (const { path, type } of fields) {
    if (path === '') continue;
    const name = `of ${path}`;
    const withRaw = (raw: string): string =>
      JSON.stringify(bodyWith(path, 'RAW')).replace('"RAW"', () => raw);
    if (type === 'array') bodies.set(`a list of objects ${name}`, withRaw(`[${fill('{},')}]`));
    if (type === 'object') bodies.set(`unknown keys ${name}`, withRaw(keys((n) => `"k${n}":1`)));
  }
  const texts = fields.filter(({ path, type }) => type === 'string' && path !== '');
  if (texts.length === 0) return bodies;
  for (const [name, character] of [
    ['blanks', ' '],
    ['emoji', '\u{1F600}'],
    ['dots', '.'],
  ] as const) {
    const each = character.repeat(room / texts.length / Buffer.byteLength(character));
    const body = texts.reduce((made, { path }) => merged(made, bodyWith(path, each)), {});
    bodies.set(`texts of ${name}`, JSON.stringify(body));
  }
  return bodies;
}

function merged(one: object, other: unknown): object {
  const all: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other as object)) {
    const known = all[key];
    all[key] =
      Array.isArray(known) || typeof known !== 'object' ? value : merged(known as object, value);
  }
  return all;
}
